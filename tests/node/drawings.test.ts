import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { appScreens, SCREEN_WIDTH } from "~/content/landing";
import { previewImage } from "~/content/page-meta";
import { drawCask, drawLayer, drawStakeOfCask, drawSurface, edgeAt } from "~/domain/cask-shape";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawCaskBand } from "~/domain/pictures/cask-band";
import { drawCycleRing } from "~/domain/pictures/cycle-ring";
import { drawPortfolioValue } from "~/domain/pictures/portfolio-value";
import { drawPriceBar } from "~/domain/pictures/price-bar";
import { drawRack } from "~/domain/pictures/rack";
import { drawSaleShares } from "~/domain/pictures/sale-shares";
import { drawStakeValue } from "~/domain/pictures/value-per-stake";
import * as edges from "../support/picture-edges";
import { pictureStates, sheetDocument } from "../support/picture-sheet";
import * as states from "../support/picture-states";
import { root } from "./project/source-files";

const CASK_TYPES = ["barrel", "hogshead", "butt", "barrique", "rum-barrel"] as const;

function of<T>(picture: string, each: Record<string, T>, draw: (state: T) => unknown): [string, unknown][] {
  return Object.entries(each).map(([state, value]) => [`${picture}, ${state}`, draw(value)]);
}

const byType = <T>(draw: (caskType: (typeof CASK_TYPES)[number]) => T) =>
  Object.fromEntries(CASK_TYPES.map((caskType) => [caskType, draw(caskType)]));

/** What each picture draws of each of its states, and at its limits: a line for each, so that a changed drawing is a changed line. */
function drawnPictures(): string {
  // As heads of 211 casks are drawn, and too long to keep.
  const { "1,100 casks": _, ...racks } = states.racks;
  const drawn = [
    ...of("portfolio", { ...states.portfolios, ...edges.portfolios }, ({ stakes }) =>
      drawPortfolioValue({ stakes, today: states.TODAY }),
    ),
    ...of("stake", { ...states.stakes, ...edges.stakes }, drawStakeValue),
    ...of("cycle", { ...states.cycles, ...edges.cycles }, drawCycleRing),
    ...of("angels", { ...states.angels, ...edges.angels }, drawAngelsShare),
    ...of("band", { ...states.bands, ...edges.bands }, ({ caskType, stakes }) => drawCaskBand(caskType, stakes)),
    ...of("rack", { ...racks, ...edges.racks }, drawRack),
    ...of("sale", { ...states.sales, ...edges.sales }, drawSaleShares),
    ...of("price bar", edges.prices, drawPriceBar),
    ...of(
      "cask",
      byType((caskType) => caskType),
      (caskType) => ({
        filled: edges.FILLED.map((filled) => drawCask(caskType, filled).fill),
        ...drawCask(caskType, null),
        layers: edges.LAYERS.map(([from, to]) => drawLayer(caskType, from, to)),
        surfaces: edges.LEVELS.map((level) => [drawSurface(caskType, level), edgeAt(caskType, level)]),
        stakes: edges.PLACES.map(([number, total]) => {
          const { band, bandEdge, ...cask } = drawStakeOfCask(caskType, number, total);
          return { band, bandEdge, isWhole: Object.keys(cask) };
        }),
      }),
    ),
  ];
  return `{\n${drawn.map(([name, picture]) => `${JSON.stringify(name)}: ${JSON.stringify(picture)}`).join(",\n")}\n}\n`;
}

const markupOf = (name: keyof typeof pictureStates, state: string) => {
  const found = pictureStates[name].find((one) => one.state === state);
  if (!found) throw new Error(`no ${name} in the state ${state}`);
  return renderToStaticMarkup(found.picture);
};

describe("a picture", () => {
  it("is drawn in each of its states as when somebody last looked at it: how-to-change.md, 'A chart'", () =>
    expect(drawnPictures()).toMatchFileSnapshot("support/drawn.json"));

  it("has no style, no script, no id and no link: it can stand twice on any page", () => {
    // The heads of a rack are drawn once and used three times; a page has one rack.
    const ofRack = / (id="|href="#|clipPath="url\(#|clip-path="url\(#)rack-(heads|within)[")]+/g;
    const markup = sheetDocument("")
      .replace(/<head>.*<\/head>/s, "")
      .replace(ofRack, "");
    expect(markup).not.toMatch(/ style=|<script| on\w+=| id=| href=/);
  });

  it("has no line and no mark in any state with fewer than two facts", () => {
    const fewer = [
      markupOf("portfolio", "no data"),
      markupOf("portfolio", "not valued"),
      markupOf("portfolio", "bought today"),
      markupOf("stake", "not valued"),
      markupOf("angels", "none"),
    ];
    for (const markup of fewer) expect(markup).not.toMatch(/tabindex|<table|--color-copper\)/);
  });

  it("says what it shows in a sentence and in a table", () => {
    for (const [name, state] of [
      ["angels", "two measurements"],
      ["sale", "own two"],
    ] as const) {
      expect(markupOf(name, state)).toMatch(/<figcaption.*<details.*As a table.*<table.*scope="col"/s);
    }
    expect(markupOf("angels", "two measurements")).toContain("An estimate.");
  });

  it("gives every point a name and something to hit", () => {
    const points = [...markupOf("stake", "all kinds").matchAll(/<g tabindex="0" role="img" aria-label="([^"]+)">/g)];
    expect(points.map(([, name]) => name)).toEqual([
      "22 Sep 2024: $650.00, paid",
      "22 Mar 2025: $641.00, modelled",
      "22 Sep 2025: $688.50, measured",
      "22 Feb 2026: $734.00, opinion",
      "22 Aug 2026: $789.10, measured",
    ]);
  });
});

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
    const { src, height } = appScreens.picture;
    const bytes = publicFile(src);
    expect(bytes.length).toBeLessThanOrEqual(25_000);
    expect(sizeOfWebp(bytes)).toEqual({ width: SCREEN_WIDTH, height });
  });

  it("include one for link previews", () => {
    const { path, width, height } = previewImage;
    expect(sizeOfPng(publicFile(path))).toEqual({ width, height });
  });
});
