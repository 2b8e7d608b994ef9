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

  it("has its chapters and a code for the phone beside it where there is room, and loads neither on a phone", () =>
    withPage({}, async (page) => {
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      await page.goto("/", { waitUntil: "networkidle" });
      const chapters = page.getByRole("navigation", { name: "On this page" });
      expect([await chapters.isVisible(), loaded.includes("/phone.svg")]).toEqual([false, false]);
      await page.setViewportSize({ width: 1280, height: 800 });
      const [left, column, code] = await Promise.all(
        [chapters, page.locator("main"), page.getByAltText("QR code")].map((one) => one.boundingBox()),
      );
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(column?.x ?? 0);
      expect(code?.x).toBeGreaterThan((column?.x ?? 0) + (column?.width ?? 0));
      expect(loaded).toContain("/phone.svg");
      const ids = await chapters.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      for (const id of ids) expect(await page.locator(`section${id}`).count(), String(id)).toBe(1);
    }));
});
