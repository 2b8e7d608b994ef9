import { describe, expect, it } from "vitest";
import { availableStakes, caskStage, type CaskStage, isOver, msToOpening } from "~/domain/cask-stage";

const cask = { launchesOn: "2026-03-01", closesOn: "2026-03-31", totalStakes: 10, soldStakes: 4 };

describe("the stage of a cask", () => {
  it.each([
    ["2026-02-28", "upcoming"],
    ["2026-03-01", "open"],
    ["2026-03-31", "open"],
    ["2026-04-01", "closed"],
  ])("on %s is %s", (today, stage) => {
    expect(caskStage(cask, today)).toBe(stage);
  });

  it.each(["2026-02-28", "2026-03-15", "2026-04-01"])("is 'sold out' whatever the window says, on %s", (today) => {
    expect(caskStage({ ...cask, soldStakes: 10 }, today)).toBe("sold-out");
  });

  it.each(["2026-02-28", "2026-03-15"])("has ended once it was sold as a whole, on %s", (today) => {
    expect(caskStage({ ...cask, endedOn: "2026-02-20" }, today)).toBe("ended");
    expect(caskStage({ ...cask, soldStakes: 10, endedOn: "2026-02-20" }, today)).toBe("ended");
  });

  it.each<[CaskStage, boolean]>([
    ["upcoming", false],
    ["open", false],
    ["sold-out", false],
    ["closed", true],
    ["ended", true],
  ])("%s: its sale is over: %j", (stage, over) => {
    expect(isOver(stage)).toBe(over);
  });

  it("is told in milliseconds before it opens, during the day before alone", () => {
    const DAY_MS = 86_400_000;
    const opensAtMs = Date.parse(`${cask.launchesOn}T00:00:00Z`);
    expect(msToOpening(cask.launchesOn, opensAtMs - DAY_MS - 1)).toBeNull();
    expect(msToOpening(cask.launchesOn, opensAtMs - DAY_MS)).toBe(DAY_MS);
    expect(msToOpening(cask.launchesOn, opensAtMs - 1)).toBe(1);
    expect(msToOpening(cask.launchesOn, opensAtMs)).toBeNull();
  });

  it("counts total minus sold as available, and never less than zero", () => {
    expect(availableStakes(cask)).toBe(6);
    expect(availableStakes({ totalStakes: 3, soldStakes: 3 })).toBe(0);
    expect(availableStakes({ totalStakes: 3, soldStakes: 5 })).toBe(0);
  });
});
