import { gzipSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pictureStates, sheetDocument } from "../support/picture-sheet";

const bytes = (text: string) => gzipSync(text).length;

/** What the drawing adds to its figure, gzip: its sentence, legend and table are there without it. */
function drawingBytes(figure: string): number {
  const drawing = /<svg.*?<\/svg>/s.exec(figure)?.[0] ?? "";
  expect(drawing).not.toBe("");
  return bytes(figure) - bytes(figure.replace(drawing, ""));
}

const markupOf = (name: keyof typeof pictureStates, state: string) => {
  const found = pictureStates[name].find((one) => one.state === state);
  if (!found) throw new Error(`no ${name} in the state ${state}`);
  return renderToStaticMarkup(found.picture);
};

describe("a picture", () => {
  it.each([
    ["portfolio", "ordinary"],
    ["stake", "all kinds"],
    ["cycle", "running"],
    ["angels", "many measurements"],
    ["sale", "own two"],
  ] as const)("of %s adds at most 0.6 kB gzip to its page with %s data", (name, state) => {
    expect(drawingBytes(markupOf(name, state))).toBeLessThanOrEqual(600);
  });

  it("of fifty stakes stays below 2.5 kB gzip with its table", () => {
    expect(bytes(markupOf("portfolio", "fifty stakes"))).toBeLessThanOrEqual(2500);
  });

  it("of fifteen casks in the warehouse adds at most 1.8 kB gzip, of 200 at most 6", () => {
    expect(drawingBytes(markupOf("rack", "fifteen"))).toBeLessThanOrEqual(1_800);
    expect(drawingBytes(markupOf("rack", "200 casks"))).toBeLessThanOrEqual(6_000);
  });

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
      ["portfolio", "ordinary"],
      ["stake", "loss"],
      ["cycle", "ready"],
      ["angels", "two measurements"],
      ["sale", "own two"],
    ] as const) {
      expect(markupOf(name, state)).toMatch(/<figcaption.*<details.*As a table.*<table.*scope="col"/s);
    }
    expect(markupOf("portfolio", "loss")).toContain("A loss of $120.00 is on paper");
    expect(markupOf("stake", "loss")).toContain("$54.00 less than paid.");
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
