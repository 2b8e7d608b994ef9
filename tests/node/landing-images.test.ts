import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appScreens, SCREEN_WIDTH } from "~/content/landing";
import { previewImage } from "~/content/page-meta";
import * as caskShape from "~/domain/cask-shape";
import { drawFiles } from "../../scripts/drawings/draw-files.mjs";
import { root } from "./project/source-files";

const publicFile = (...path: string[]) => readFileSync(join(root, "public", ...path));

function sizeOfPng(bytes: Buffer) {
  expect(bytes.toString("latin1", 1, 4)).toBe("PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the dimensions of a lossy WebP, or of the canvas of an extended one. */
function sizeOfWebp(bytes: Buffer) {
  expect(bytes.toString("latin1", 8, 12)).toBe("WEBP");
  if (bytes.toString("latin1", 12, 16) === "VP8X")
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  expect(bytes.toString("latin1", 12, 16)).toBe("VP8 ");
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

describe("the pictures of the landing page", () => {
  it("are small files with the dimensions the page states, so that nothing moves when they load", () => {
    for (const { name, height } of appScreens.pictures) {
      const bytes = publicFile("images", `${name}.webp`);
      expect(bytes.length, name).toBeLessThanOrEqual(25_000);
      expect(sizeOfWebp(bytes), name).toEqual({ width: SCREEN_WIDTH, height });
    }
  });

  it("that are drawn by code are as the code draws them", () => {
    for (const [name, svg] of Object.entries(drawFiles(caskShape)))
      expect(publicFile("images", "drawings", `${name}.svg`).toString(), name).toBe(svg);
  });

  it("include one for link previews", () => {
    const { path, width, height } = previewImage;
    expect(sizeOfPng(publicFile(path))).toEqual({ width, height });
  });
});
