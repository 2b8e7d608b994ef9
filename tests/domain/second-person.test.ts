import { describe, expect, it } from "vitest";
import { type RecordedValue, whySecond } from "~/domain/second-person";

const entry = (valuedOn: string, valueCents: number, more: Partial<RecordedValue> = {}): RecordedValue => ({
  ...{ valuedOn, valueCents, alone: false, corrected: false },
  ...more,
});
const why = (entries: RecordedValue[], valueCents: number, valuedOn = "2026-06-01") =>
  whySecond(entries, { valuedOn, valueCents, priceCents: 1_000 });

describe("a valuation needs a second person", () => {
  it("if it is more than a tenth above the last value, or the price where there is none", () => {
    const entries = [entry("2026-01-01", 1_000), entry("2026-05-01", 2_000)];
    expect([why(entries, 2_200), why(entries, 2_201), why(entries, 1)]).toEqual([[], ["raised"], []]);
    expect([why([], 1_100), why([], 1_101)]).toEqual([[], ["raised"]]);
    expect(why([entry("2026-05-01", 0)], 1)).toEqual(["raised"]);
  });

  it("if small steps come to more than a tenth of what two had seen, however slow they are; what two saw starts again", () => {
    const alone = { alone: true };
    for (const on of ["2026-05-02", "2022-05-02"]) {
      const steps = [entry("2022-05-01", 1_000), entry(on, 1_090, alone)];
      expect([why(steps, 1_100), why(steps, 1_101)], on).toEqual([[], ["raised"]]);
    }
    expect(why([entry("2026-05-01", 1_000), entry("2026-05-02", 1_900)], 2_090)).toEqual([]);
    // Nor is what fell raised again by one operator, step by step.
    const fell = [entry("2022-05-01", 1_000), entry("2025-05-01", 500, alone), entry("2026-05-01", 550, alone)];
    expect([why(fell, 550), why(fell, 551)]).toEqual([[], ["raised"]]);
    expect([why([entry("2026-05-01", 500, alone)], 550), why([entry("2026-05-01", 500, alone)], 551)]).toEqual([
      [],
      ["raised"],
    ]);
  });

  it("if it is dated before an earlier entry, corrected or not; corrected ones say nothing of the value", () => {
    const entries = [entry("2026-05-01", 1_000), entry("2026-06-02", 9_000, { corrected: true })];
    expect([why(entries, 1_000), why(entries, 1_101, "2026-06-02")]).toEqual([["backdated"], ["raised"]]);
    expect(why(entries, 5_000)).toEqual(["backdated", "raised"]);
  });
});
