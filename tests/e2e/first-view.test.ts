import { gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import { publicScreens } from "../../scripts/screens.mjs";

const KB = 1000;
const fetched = async (path: string) => await fetch(new URL(path, inject("origin")));
const gzipped = (bytes: Uint8Array | string) => gzipSync(bytes).length;

describe("the first view of a public page", () => {
  it.each(publicScreens.filter((path) => !path.includes("#")))(
    "%s: HTML and CSS, inline drawings with them, are at most 14 kB gzip",
    async (path) => {
      expect(gzipped(await (await fetched(path)).text())).toBeLessThanOrEqual(14 * KB);
    },
  );
});
