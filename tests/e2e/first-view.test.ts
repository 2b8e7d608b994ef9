import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { publicScreens, signedInScreens } from "../../scripts/screens.mjs";
import { demoLogins, signInByEmail } from "./support/sign-in";

const KB = 1000;
const fetched = async (path: string) => await fetch(new URL(path, inject("origin")));
const gzipped = (bytes: Uint8Array | string) => gzipSync(bytes).length;

describe("the first view of an investor's page", () => {
  it("is at most 14 kB gzip: HTML, the style in it, its drawings and the data that React starts from", async () => {
    const journey = await signInByEmail(demoLogins.investor);
    const sizes: Record<string, number> = {};
    for (const path of signedInScreens) {
      const { html, status } = await journey.visit(path);
      expect(status, path).toBe(200);
      expect(html, path).not.toContain('rel="stylesheet"');
      sizes[path] = gzipped(html);
    }
    const tooLarge = Object.entries(sizes).filter(([, bytes]) => bytes > 14 * KB);
    expect(tooLarge, JSON.stringify(sizes)).toEqual([]);
  });
});

describe("the first view of a public page", () => {
  it.each(publicScreens.filter((path) => !path.includes("#")))(
    "%s: HTML and CSS, inline drawings with them, are at most 14 kB gzip",
    async (path) => {
      expect(gzipped(await (await fetched(path)).text())).toBeLessThanOrEqual(14 * KB);
    },
  );

  it("of the landing page, with its typeface and all its drawings, is at most 60 kB; pictures of the app wait", async () => {
    const html = await (await fetched("/")).text();
    const pictures = [...html.matchAll(/<img\s[^>]*>/g)].map(([tag]) => tag);
    const sources = pictures.map((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? "");
    for (const tag of pictures) expect(tag).toContain('loading="lazy"');
    const fonts = [...html.matchAll(/url\("?(\/fonts\/[^)"]+)/g)].map(([, path]) => path ?? "");
    expect(fonts).toHaveLength(1);
    let bytes = gzipped(html);
    for (const path of [...fonts, ...sources.filter((source) => source.endsWith(".svg"))])
      bytes += gzipped(new Uint8Array(await (await fetched(path)).arrayBuffer()));
    expect(bytes).toBeLessThanOrEqual(60 * KB);
  });
});
