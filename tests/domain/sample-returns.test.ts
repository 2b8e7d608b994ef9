import { describe, expect, it } from "vitest";
import { sampleReturns, sampleReturnsOf } from "~/content/claims";
import { liveTexts } from "~/content/live-texts";
import { readShownReturns, writeShownReturns } from "~/domain/sample-returns";

const TYPED =
  "-4.5 | Sold: Islay malt, barrel|  12\r\n20|Sold: rum, barrel | 24\n\n0.25 | Sold: wine, hogshead | 6\nSales of our casks, net | 2026-10-31\n";
const figures = {
  joiningFeeCents: 1_000,
  resale: { isOpen: false, feeBasisPoints: 150 },
  audit: null,
  company: "",
  claims: "",
};

describe("the returns on the first page, as operators write them", () => {
  it("are three with their source and its day, kept in one form", () => {
    const kept = writeShownReturns(readShownReturns(TYPED) ?? { returns: [], source: "", asOf: "" });
    expect(kept).toBe(
      "-4.5 | Sold: Islay malt, barrel | 12\n20 | Sold: rum, barrel | 24\n0.25 | Sold: wine, hogshead | 6\nSales of our casks, net | 2026-10-31",
    );
    expect(writeShownReturns(readShownReturns(kept) ?? { returns: [], source: "", asOf: "" })).toBe(kept);
  });

  it.each([
    ["two returns", TYPED.replace(/^.*\r\n/, "")],
    ["four", `1 | One more of them | 2\n${TYPED}`],
    ["no source", TYPED.replace("Sales of our casks, net", "")],
    ["a day that is none", TYPED.replace("2026-10-31", "2026-10-32")],
    ["a loss of all", TYPED.replace("-4.5", "-100")],
    ["no months", TYPED.replace("12", "0")],
    ["words for a figure", TYPED.replace("20|", "about 20|")],
    ["a mark of a page", TYPED.replace("rum", "{live:audit}")],
  ])("are not %s", (_, typed) => {
    expect(readShownReturns(typed)).toBeNull();
  });

  it("say what they come to in a year, a loss too, and fill no bar below its edge", () => {
    const texts = liveTexts({ ...figures, sampleReturns: TYPED }, 0);
    expect([texts.sample0Figure, texts.sample0Statement, texts.sample0Short, texts.sample0Bar]).toEqual([
      "−4.5%",
      "Sold: Islay malt, barrel",
      "12 months · about −4.5% a year",
      "0",
    ]);
    expect([texts.sample1Short, texts.sample1Bar]).toEqual(["24 months · about 9.5% a year", "248.8"]);
    expect(texts.sampleNote).toContain("As of 31 Oct 2026. Sales of our casks, net. One cask");
  });

  it("are those of the content until then, and where what is kept cannot be read", () => {
    expect([sampleReturnsOf(""), sampleReturnsOf("rubbish")]).toEqual([sampleReturns, sampleReturns]);
  });
});
