import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ballotsOf,
  BID_RULE,
  type Choice,
  closeOf,
  countsOf,
  refuseClose,
  REMINDED_BEFORE_MS,
  resultOf,
  type StakeAtClose,
  type Vote,
} from "~/domain/bids";

describe("the result of a vote", () => {
  it.each([
    ["half voted, all of them accept", { issued: 10, accepted: 5, declined: 0 }, "accepted"],
    ["less than half voted", { issued: 11, accepted: 5, declined: 0 }, "expired"],
    ["exactly two thirds accept", { issued: 6, accepted: 4, declined: 2 }, "accepted"],
    ["just below two thirds accept", { issued: 100, accepted: 66, declined: 34 }, "refused"],
    ["nobody voted", { issued: 3, accepted: 0, declined: 0 }, "expired"],
    ["nothing is issued", { issued: 0, accepted: 0, declined: 0 }, "expired"],
    ["all decline", { issued: 3, accepted: 0, declined: 3 }, "refused"],
  ] as const)("%s", (_, counts, result) => expect(resultOf(counts, BID_RULE)).toBe(result));

  it.each([
    [1, "expired"],
    [2, "accepted"],
  ] as const)("needs two thirds of three, where that is its rule: %i is %s", (accepted, result) =>
    expect(resultOf({ issued: 3, accepted, declined: 0 }, { ...BID_RULE, votedParts: 2, votedWhole: 3 })).toBe(result),
  );
});

describe("when a bid may close", () => {
  const now = Date.UTC(2026, 10, 24, 15);
  it.each([
    ["2026-11-30", "closes-too-soon"],
    ["2026-12-01", null],
    ["2026-12-24", null],
    ["2026-12-25", "closes-too-late"],
    ["2026-11-01", "closes-too-soon"],
  ])("on %s: %s", (closesOn, refusal) => expect(refuseClose(closesOn, now)).toBe(refusal));
  it("and its holders are reminded three days before", () =>
    expect(closeOf("2026-12-04") - REMINDED_BEFORE_MS).toBe(closeOf("2026-12-01")));
  it("at noon, UTC", () => expect(closeOf("2026-12-01")).toBe(Date.UTC(2026, 11, 1, 12)));
});

const PEOPLE = ["a", "b", "c", "d", "staff"];
const [OPENS, CLOSES] = [100, 200];
const anyStakes = fc
  .array(
    fc.record({
      holderId: fc.constantFrom(...PEOPLE),
      state: fc.constantFrom("active", "active", "active", "frozen", "ended"),
    }),
    { maxLength: 24 },
  )
  .map((all) =>
    all.map((one, at): StakeAtClose => ({ ...one, number: at + 1, isOwn: one.holderId === "staff" }) as StakeAtClose),
  );
const anyVotes = fc
  .array(
    fc.record({
      userId: fc.constantFrom(...PEOPLE),
      choice: fc.constantFrom<Choice>("accept", "decline"),
      votedAtMs: fc.integer({ min: OPENS - 20, max: CLOSES + 20 }),
    }),
    { maxLength: 20 },
  )
  .map((votes) => votes.sort((a, b) => a.votedAtMs - b.votedAtMs));
const open = { opensAtMs: OPENS, closesAtMs: CLOSES };

/** Told otherwise: each stake by itself goes through all votes from the end, and thirds and halves are compared as fractions. */
function oracle(stakes: readonly StakeAtClose[], votes: readonly Vote[]) {
  let [issued, yes, no] = [0, 0, 0];
  for (const stake of stakes) {
    if (stake.state === "frozen" || stake.state === "ended") continue;
    issued += 1;
    for (let at = votes.length - 1; at >= 0 && !stake.isOwn; at -= 1) {
      const one = votes[at];
      if (!one || one.userId !== stake.holderId || one.votedAtMs < OPENS || one.votedAtMs > CLOSES - 1) continue;
      if (one.choice === "accept") yes += 1;
      else no += 1;
      break;
    }
  }
  const quorum = yes + no > 0 && (yes + no) / issued >= 0.5;
  return { issued, accepted: yes, declined: no, result: !quorum ? "expired" : no * 2 <= yes ? "accepted" : "refused" };
}

const counted = (stakes: readonly StakeAtClose[], votes: readonly Vote[]) => {
  const counts = countsOf(ballotsOf(stakes, votes, open).map(({ choice }) => choice));
  return { ...counts, result: resultOf(counts, BID_RULE) };
};

describe("whatever is held, and whenever votes are cast", () => {
  const holds = (property: (stakes: StakeAtClose[], votes: Vote[]) => void) =>
    fc.assert(
      fc.property(anyStakes, anyVotes, (stakes, votes) => void property(stakes, votes)),
      { numRuns: 1000 },
    );

  it("the count is that of a second way to count", () =>
    holds((stakes, votes) => expect(counted(stakes, votes)).toEqual(oracle(stakes, votes))));

  it("votes outside the time, and those of people without a stake, change nothing", () =>
    holds((stakes, votes) => {
      const more: Vote[] = [
        { userId: "a", choice: "accept", votedAtMs: OPENS - 1 },
        ...votes,
        { userId: "nobody", choice: "decline", votedAtMs: OPENS },
        { userId: "b", choice: "accept", votedAtMs: CLOSES },
      ];
      expect(ballotsOf(stakes, more, open)).toEqual(ballotsOf(stakes, votes, open));
    }));

  it("a vote repeated counts once, and the last one alone", () =>
    holds((stakes, votes) => {
      expect(
        counted(
          stakes,
          votes.flatMap((one) => [one, one]),
        ),
      ).toEqual(counted(stakes, votes));
      const changed = votes.flatMap((one): Vote[] => [
        { ...one, choice: one.choice === "accept" ? "decline" : "accept" },
        one,
      ]);
      expect(counted(stakes, changed)).toEqual(counted(stakes, votes));
    }));

  it("frozen stakes, the house's own and silent ones are never among those voted", () =>
    holds((stakes, votes) => {
      const ballots = ballotsOf(stakes, votes, open);
      for (const { number, choice } of ballots) {
        const stake = stakes.find((one) => one.number === number);
        expect(stake?.state).toBe("active");
        if (stake?.isOwn || !votes.some(({ userId }) => userId === stake?.holderId)) expect(choice).toBeNull();
      }
    }));

  it("a stake that changes hands votes as its new holder does", () =>
    fc.assert(
      fc.property(anyStakes, anyVotes, fc.nat(), fc.constantFrom("a", "b", "c", "d"), (stakes, votes, at, to) => {
        const [sold] = stakes.slice(stakes.length === 0 ? 0 : at % stakes.length);
        fc.pre(sold?.state === "active");
        const after = stakes.map((one) => (one === sold ? { ...one, holderId: to, isOwn: false } : one));
        const [ballot] = ballotsOf(after, votes, open).filter(({ number }) => number === sold?.number);
        const its = votes.filter((one) => one.userId === to && one.votedAtMs >= OPENS && one.votedAtMs < CLOSES).at(-1);
        expect(ballot?.choice).toBe(its?.choice ?? null);
        expect(ballot?.votedAtMs).toBe(its?.votedAtMs ?? null);
      }),
    ));
});
