// Each stake issued at the close has one vote, cast by its holder then. A frozen stake is not issued; one that belongs to the house or to
// a suspended account is issued and does not vote. Silence is not a vote.

export type Choice = "accept" | "decline";
export type BidResult = "accepted" | "refused" | "expired";

/** At least these fractions: stakes voted of those issued, and stakes that accept of those voted. */
export type BidRule = { votedParts: number; votedWhole: number; acceptedParts: number; acceptedWhole: number };

export const BID_RULE: BidRule = { votedParts: 1, votedWhole: 2, acceptedParts: 2, acceptedWhole: 3 };

export type Counts = { issued: number; accepted: number; declined: number };

export function resultOf({ issued, accepted, declined }: Counts, rule: BidRule): BidResult {
  const voted = accepted + declined;
  if (voted === 0 || voted * rule.votedWhole < issued * rule.votedParts) return "expired";
  return accepted * rule.acceptedWhole >= voted * rule.acceptedParts ? "accepted" : "refused";
}

/** @param choices one per stake issued at the close; null: it did not vote */
export function countsOf(choices: readonly (Choice | null)[]): Counts {
  const of = (choice: Choice) => choices.filter((one) => one === choice).length;
  return { issued: choices.length, accepted: of("accept"), declined: of("decline") };
}

export type StakeAtClose = { number: number; holderId: string; state: "active" | "frozen" | "ended"; isOwn: boolean };
export type Vote = { userId: string; choice: Choice; votedAtMs: number };
export type Ballot = { number: number; choice: Choice | null; votedAtMs: number | null };

/** The last choice of each stake's holder from the opening on and before the close. */
export function ballotsOf(
  stakes: readonly StakeAtClose[],
  votes: readonly Vote[],
  { opensAtMs, closesAtMs }: { opensAtMs: number; closesAtMs: number },
): Ballot[] {
  const inTime = votes.filter(({ votedAtMs }) => votedAtMs >= opensAtMs && votedAtMs < closesAtMs);
  const last = new Map(inTime.map((vote) => [vote.userId, vote]));
  return stakes
    .filter(({ state }) => state === "active")
    .map(({ number, holderId, isOwn }) => {
      const vote = isOwn ? undefined : last.get(holderId);
      return { number, choice: vote?.choice ?? null, votedAtMs: vote?.votedAtMs ?? null };
    });
}
