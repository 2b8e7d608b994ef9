import { describe, expect, it } from "vitest";
import { company, legalLinks } from "~/content/company";
import { meta as landingMeta } from "~/routes/_index/route";
import { loader as robots } from "~/routes/robots[.]txt";
import { loader as sitemap } from "~/routes/sitemap[.]xml";
import { meta as termsMeta } from "~/routes/terms-and-conditions/route";
import { openApp } from "../../support/serve-app";

describe("what search engines and link previews read", () => {
  it("names each page's own address and one picture", () => {
    for (const [meta, path] of [
      [landingMeta(), "/"],
      [termsMeta(), "/terms-and-conditions"],
    ] as const) {
      expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: `${company.siteUrl}${path}` });
      expect(meta).toContainEqual({ property: "og:url", content: `${company.siteUrl}${path}` });
      expect(meta).toContainEqual({ property: "og:image", content: `${company.siteUrl}/images/preview.png` });
    }
  });

  it.each(["/create-account", "/get-started?ref=ABCD2345", "/get-started?mode=login"])(
    "finds title, text and picture at %s, which people send to each other",
    async (path) => {
      const { text } = await openApp().ask(path);
      const told = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]+)"`).exec(text)?.[1];
      expect(told("title")).toContain(company.brand);
      expect(told("description")).toContain("Capital at risk");
      expect(told("image")).toBe(`${company.siteUrl}/images/preview.png`);
      expect(told("url")).toBe(company.siteUrl + path.split("?")[0]);
    },
  );

  it("leads to the sitemap with every public page, and to nothing personal", async () => {
    const rules = await robots().text();
    expect(rules).toContain(`Sitemap: ${company.siteUrl}/sitemap.xml`);
    const answer = sitemap();
    expect(answer.headers.get("Content-Type")).toContain("application/xml");
    const addresses = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    for (const { href } of legalLinks) expect(addresses).toContain(`${company.siteUrl}${href}`);
    expect(addresses).toContain(`${company.siteUrl}/`);
    expect(addresses.filter((address) => /wallet|settings|operator|stripe/.test(address ?? ""))).toEqual([]);
  });
});
