import { describe, expect, inject, it } from "vitest";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import { HttpJourney } from "./support/http-journey";

describe("the landing page", () => {
  it("answers", async () => {
    const journey = new HttpJourney();
    expect((await journey.visit("/")).status).toBe(200);
  });

  it.each(["/", "/create-account"])(
    "shows the fee as it is set on %s, which is sent again only after a change",
    async (path) => {
      const origin = inject("origin");
      const page = await fetch(new URL(path, origin));
      const html = await page.text();
      expect(html).toMatch(/joining fee of (<!-- -->)?\$10\b/);
      const etag = page.headers.get("etag") ?? "";
      expect(etag).not.toBe("");
      const again = await fetch(new URL(path, origin), { headers: { "If-None-Match": etag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      const head = await fetch(new URL(path, origin), { method: "HEAD" });
      expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
      expect(Number(head.headers.get("content-length") ?? html.length)).toBeGreaterThan(1_000);
    },
  );

  it.each(["/index.html", "/create-account.html", "/create-account/"])(
    "%s never shows the file with its placeholders",
    async (path) => {
      expect(await (await fetch(new URL(path, inject("origin")))).text()).not.toContain("{live:");
    },
  );

  it("is accessible, logs nothing and loads nothing from other sites", async () => {
    await withPage({}, async (page) => {
      const response = await page.goto("/");
      expect(response?.status()).toBe(200);
      await expectAccessible(page);
    });
  });
});
