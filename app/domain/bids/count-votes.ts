// How the holders of a cask decide about a bid for all of it. Each stake issued at the close has one vote, cast by whoever holds it then.
// A frozen stake is not issued. A stake that is the house's own, or of an account suspended at the close, is issued and does not vote.
// Silence is no vote.

export type Choice = "accept" | "decline";
export type BidResult = "accepted" | "refused" | "expired";

/** Two fractions: stakes voted of those issued, and stakes that accept of those voted; each at least. Fixed with the bid. */
export type BidRule = { votedParts: number; votedWhole: number; acceptedParts: number; acceptedWhole: number };

export const BID_RULE: BidRule = { votedParts: 1, votedWhole: 2, acceptedParts: 2, acceptedWhole: 3 };

/** In stakes. */
export type Counts = { issued: number; accepted: number; declined: number };

/** Too few votes, none at all included: expired. */
export function resultOf({ issued, accepted, declined }: Counts, rule: BidRule): BidResult {
  const voted = accepted + declined;
  if (voted === 0 || voted * rule.votedWhole < issued * rule.votedParts) return "expired";
  return accepted * rule.acceptedWhole >= voted * rule.acceptedParts ? "accepted" : "refused";
}

/** @param choices of every stake issued at the close; null: it did not vote */
export function countsOf(choices: readonly (Choice | null)[]): Counts {
  const of = (choice: Choice) => choices.filter((one) => one === choice).length;
  return { issued: choices.length, accepted: of("accept"), declined: of("decline") };
}

/** @param holderId who holds it at the close */
export type StakeAtClose = { number: number; holderId: string; state: "active" | "frozen" | "ended"; isOwn: boolean };
/** In the order in which they were cast. */
export type Vote = { userId: string; choice: Choice; votedAtMs: number };
export type Ballot = { number: number; choice: Choice | null; votedAtMs: number | null };

/** What each stake issued at the close votes: the last choice its holder made from the opening on and before the close. */
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
