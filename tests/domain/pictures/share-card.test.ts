import { describe, expect, it } from "vitest";
import { breakText, CARD, drawShareCard } from "~/domain/pictures/share-card";

describe("the lines of a picture", () => {
  it.each([
    ["Strathquill", 20, 2, ["Strathquill"]],
    ["Old Strathquill Hogshead", 15, 2, ["Old Strathquill", "Hogshead"]],
    ["Llanfairpwllgwyngyllgogerychwyrndrobwll", 12, 2, ["Llanfairpwll", "gwyngyllgog…"]],
    ["One two three four five six", 9, 3, ["One two", "three", "four fiv…"]],
    ["", 9, 2, [""]],
    [" Old Strathquill", 8, 3, ["Old", "Strathqu", "ill"]],
    ["One two", 7, 2, ["One two"]],
    ["Strathquill", 11, 1, ["Strathquill"]],
    ["Four five six", 6, 1, ["Four…"]],
    ["abc🥃def", 3, 3, ["abc", "🥃de", "f"]],
  ])("break %j after at most %i letters into at most %i", (text, letters, most, expected) => {
    expect(breakText(text, { letters, most })).toEqual(expected);
  });

  it.each(["barrel", "hogshead", "butt", "barrique", "rum-barrel"] as const)(
    "stand below each other and within it, also where every word of a %s is long",
    (caskType) => {
      const long = "Benromachwyn Distillers’ Reserve Quarter of a Hogshead No. 4711 ".repeat(2);
      const card = drawShareCard(caskType, { name: long, origin: long, risk: "Your capital is at risk. ".repeat(6) });
      const all = [...card.name, ...card.origin, ...card.risk];
      for (const [index, { y, size }] of all.entries()) {
        const above = all[index - 1];
        if (above) expect(y - above.y).toBeGreaterThanOrEqual(size);
        expect(y).toBeLessThanOrEqual(CARD.size - 12);
      }
    },
  );
});
