import { describe, expect, inject, it } from "vitest";
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

  it("leads from a mark to its source, wherever that lies in its row", () =>
    withPage({}, async (page) => {
      await page.goto("/");
      const marks = page.getByRole("link", { name: /^Source \d+$/ });
      for (const mark of [marks.first(), marks.last()]) {
        await mark.evaluate((link) => (link as HTMLAnchorElement).click());
        const source = await page.locator("li:target").boundingBox();
        expect(source?.x).toBeGreaterThanOrEqual(0);
        expect((source?.x ?? 0) + (source?.width ?? 0)).toBeLessThanOrEqual(375);
        expect(source?.y).toBeLessThan(812);
      }
    }));
});
