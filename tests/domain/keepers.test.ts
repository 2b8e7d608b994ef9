import { describe, expect, it } from "vitest";
import { confirmedAge } from "~/domain/keepers/confirmed";
import { examineStatement, type KnownCask, tenthsOf } from "~/domain/keepers/examine-statement";
import { signedText, type StatedCask, statementFile, whereChanged } from "~/domain/keepers/statement";

const line = (number: string, more: Partial<StatedCask> = {}): StatedCask => ({
  ...{ litres: null, note: "", number, present: true },
  ...more,
});
const statement = (...casks: StatedCask[]) => ({ casks, date: "2026-11-22", keeper: "leith" });
const known = (id: string, number: string | null, more: Partial<KnownCask> = {}): KnownCask => ({
  ...{ id, number, isExpected: true, last: null },
  ...more,
});

describe("how long ago a keeper confirmed a cask", () => {
  it.each([
    ["never", null, null, "never", 0],
    ["today", "2026-11-22", null, "confirmed", 0],
    ["35 days ago", "2026-10-18", null, "confirmed", 35],
    ["36 days ago", "2026-10-17", null, "late", 36],
    ["and then missed it", "2026-11-01", "2026-11-20", "absent", 21],
    ["never, and missed it", null, "2026-11-20", "absent", 0],
  ] as const)("%s", (_, confirmedOn, absentOn, state, days) => {
    expect(confirmedAge({ confirmedOn, absentOn }, "2026-11-22")).toEqual({ confirmedOn, absentOn, state, days });
  });
});

describe("what a statement says that somebody has to look at", () => {
  it("is nothing where each cask is there and measured as before, or not measured", () => {
    const casks = [known("a", "1", { last: { loaDecilitres: 1_000, on: "2026-10-23" } }), known("b", "2")];
    const { lines, findings } = examineStatement(
      statement(line("1", { litres: 100 }), line("2", { litres: 7 })),
      casks,
    );
    expect(findings).toEqual([]);
    expect(lines).toEqual([
      { ...line("1", { litres: 100 }), caskId: "a" },
      { ...line("2", { litres: 7 }), caskId: "b" },
    ]);
  });

  it("is a number of none of ours, of two of ours, and a cask that is not there", () => {
    const casks = [known("a", "1"), known("b", "2"), known("c", "2"), known("d", null, { isExpected: false })];
    const { lines, findings } = examineStatement(statement(line("1", { present: false }), line("2"), line("9")), casks);
    expect(lines.map(({ caskId }) => caskId)).toEqual(["a", null, null]);
    expect(findings).toEqual([
      { kind: "not-there", number: "1", caskId: "a" },
      { kind: "number-twice", number: "2", caskId: null },
      { kind: "unknown-number", number: "9", caskId: null },
    ]);
  });

  it("is an expected cask that it does not mention", () => {
    const casks = [known("a", "1"), known("b", null), known("c", "3", { isExpected: false })];
    expect(examineStatement(statement(), casks).findings).toEqual([
      { kind: "not-mentioned", number: "1", caskId: "a" },
      { kind: "not-mentioned", number: null, caskId: "b" },
    ]);
  });

  // 1,000 litres on the day before; a hundredth in 30 days may evaporate, and two hundredths are how exactly a cask is measured.
  it.each([
    ["2026-11-22", 1_020, false],
    ["2026-11-22", 1_020.1, true],
    ["2026-11-22", 980, false],
    ["2026-11-22", 979.9, true],
    ["2026-10-23", 970, false],
    ["2026-10-23", 969.9, true],
    ["2026-12-22", 980, false],
    ["2026-12-22", 979.9, true],
  ])("is a jump from 1,000 litres on %s to %d: %s", (on, litres, isJump) => {
    const { findings } = examineStatement(statement(line("1", { litres })), [
      known("a", "1", { last: { loaDecilitres: 10_000, on } }),
    ]);
    const jump = {
      kind: "litres-jump",
      number: "1",
      caskId: "a",
      litres: { was: 10_000, is: Math.round(litres * 10) },
    };
    expect(findings).toEqual(isJump ? [jump] : []);
  });

  it("is no jump of what was not measured", () => {
    const casks = [known("a", "1", { last: { loaDecilitres: 10_000, on: "2026-11-01" } })];
    expect(examineStatement(statement(line("1")), casks).findings).toEqual([]);
    expect([tenthsOf(null), tenthsOf(101.8)]).toEqual([null, 1_018]);
  });
});

describe("a statement", () => {
  it("is signed and published as canonical JSON", () => {
    const text = '{"casks":[],"date":"2026-11-22","keeper":"leith"}';
    expect(signedText(statement())).toBe(text);
    expect(statementFile({ statement: statement(), signature: "s" })).toBe(`{"signature":"s","statement":${text}}`);
  });

  it("differs from another in its day, or in the first cask that is not the same in both", () => {
    const kept = statement(line("1"), line("2"));
    expect(whereChanged(kept, statement(line("2"), line("1")))).toBeNull();
    expect(whereChanged(kept, { ...kept, date: "2026-11-21" })).toEqual({ field: "date", number: "" });
    expect(whereChanged(kept, statement(line("1"), line("2", { litres: 3 })))).toEqual({ field: "casks", number: "2" });
    expect(whereChanged(kept, statement(line("1"), line("2"), line("3")))).toEqual({ field: "casks", number: "3" });
    expect(whereChanged(kept, statement(line("1")))).toEqual({ field: "casks", number: "2" });
  });
});
