import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRoundLate, nextRound, roundAt, roundOf } from "~/domain/auction/rounds";

const at = (text: string) => Date.parse(text);
const iso = (atMs: number | undefined) => (atMs === undefined ? null : new Date(atMs).toISOString());

describe("a round of the auction", () => {
  it("opens on the first Monday of the month at 12:00 UTC and closes a week later", () => {
    const round = roundAt(at("2026-12-08T00:00:00Z"));
    expect(round?.month).toBe("2026-12");
    expect(iso(round?.opensAtMs)).toBe("2026-12-07T12:00:00.000Z");
    expect(iso(round?.closesAtMs)).toBe("2026-12-14T12:00:00.000Z");
    expect(iso(round?.withdrawUntilMs)).toBe("2026-12-13T12:00:00.000Z");
  });

  it.each([
    ["a month that begins on a Monday", "2027-02", "2027-02-01"],
    ["a month that begins on a Tuesday", "2026-12", "2026-12-07"],
    ["a month that begins on a Sunday", "2026-11", "2026-11-02"],
    ["a month that begins on a Saturday", "2027-05", "2027-05-03"],
  ])("in %s", (_, month, day) => {
    expect(iso(nextRound(at(`${month}-01T00:00:00Z`)).opensAtMs)).toBe(`${day}T12:00:00.000Z`);
  });

  it("is open from its first millisecond, and no longer at its close", () => {
    expect(roundAt(at("2026-12-07T11:59:59.999Z"))).toBeNull();
    expect(roundAt(at("2026-12-07T12:00:00Z"))?.month).toBe("2026-12");
    expect(roundAt(at("2026-12-14T11:59:59.999Z"))?.month).toBe("2026-12");
    expect(roundAt(at("2026-12-14T12:00:00Z"))).toBeNull();
  });

  it("is followed by that of the next month, over the end of a year too", () => {
    expect(nextRound(at("2026-12-07T11:59:59.999Z")).month).toBe("2026-12");
    expect(nextRound(at("2026-12-07T12:00:00Z")).month).toBe("2027-01");
    expect(nextRound(at("2026-12-31T23:59:59Z")).month).toBe("2027-01");
  });

  it("is known by its month alone", () => {
    for (const month of ["2026-11", "2026-12", "2027-01"])
      expect(roundOf(month)).toEqual(nextRound(at(`${month}-01T00:00:00Z`)));
  });

  it("whenever it is: at most one is open, the next opens later, within 36 days, on a Monday before the eighth", () => {
    fc.assert(
      fc.property(fc.integer({ min: at("2020-01-01"), max: at("2100-01-01") }), (nowMs) => {
        const open = roundAt(nowMs);
        const next = nextRound(nowMs);
        const opens = new Date(next.opensAtMs);
        expect(next.opensAtMs).toBeGreaterThan(nowMs);
        expect(next.opensAtMs - nowMs).toBeLessThanOrEqual(36 * 86_400_000);
        expect([opens.getUTCDay(), opens.getUTCDate() <= 7]).toEqual([1, true]);
        expect(opens.toISOString().slice(0, 7)).toBe(next.month);
        if (open) expect(open.closesAtMs).toBeLessThan(next.opensAtMs);
        expect(roundAt(next.opensAtMs)).toEqual(next);
        expect(roundAt(next.opensAtMs - 1)).toEqual(null);
      }),
    );
  });
});

it("a round is late a quarter of an hour after its close, unless it was settled or stopped", () => {
  const closesAtMs = at("2026-12-14T12:00:00Z");
  const lateAt = closesAtMs + 15 * 60_000 + 1;
  for (const state of ["open", "closed", "matched"]) {
    expect(isRoundLate({ state, closesAtMs }, lateAt - 1)).toBe(false);
    expect(isRoundLate({ state, closesAtMs }, lateAt)).toBe(true);
  }
  for (const state of ["settled", "stopped"]) expect(isRoundLate({ state, closesAtMs }, lateAt)).toBe(false);
});
