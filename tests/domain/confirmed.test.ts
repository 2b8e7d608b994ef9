import { expect, it } from "vitest";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";

it.each([
  ["never", null, "never", 0],
  ["today", "2026-11-22", "confirmed", 0],
  ["35 days ago", "2026-10-18", "confirmed", 35],
  ["36 days ago", "2026-10-17", "late", 36],
] as const)("a cask was confirmed %s", (_, confirmedOn, state, days) => {
  expect(confirmedAge(confirmedOn, "2026-11-22")).toEqual({ confirmedOn, state, days });
});

it("counts the newest confirmation whose place none has taken", () => {
  const of = (issuedOn: string, more: object = {}) => ({
    ...{ kind: "warehouse-confirmation", issuedOn, replaced: false },
    ...more,
  });
  const older = [of("2026-03-01"), of("2026-01-01")];
  expect(confirmedIn([of("2026-05-01", { replaced: true }), of("2026-06-01", { kind: "gauge" }), ...older])).toBe(
    "2026-03-01",
  );
  expect(confirmedIn([])).toBeNull();
});
