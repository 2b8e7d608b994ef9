import type { Credits } from "~/domain/advance";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { Valuation } from "~/domain/returns";

export const OPEN_DAYS = { least: 7, most: 30 } as const;
const CLOSES_AT_HOUR = 12;
export const REMINDED_BEFORE_MS = 3 * 86_400_000;

export const closeOf = (closesOn: CalendarDate): number => Date.parse(`${closesOn}T${String(CLOSES_AT_HOUR)}:00:00Z`);

type CloseRefusal = "closes-too-soon" | "closes-too-late";

export function refuseClose(closesOn: CalendarDate, nowMs: number): CloseRefusal | null {
  const today = dateOf(nowMs);
  if (closesOn < addDays(today, OPEN_DAYS.least)) return "closes-too-soon";
  return closesOn > addDays(today, OPEN_DAYS.most) ? "closes-too-late" : null;
}

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

export type BidView = {
  id: string;
  caskName: string;
  state: "open" | "closed" | BidResult | "withdrawn";
  bidderKind: "bottler" | "trade" | "private" | "provider";
  grossCents: number;
  feesCents: number;
  stakes: number;
  netPerStakeCents: number;
  closesAtMs: number;
  withdrawnAtMs: number | null;
  note: string;
  rule: BidRule;
  /** Frozen stakes neither vote nor are credited. */
  mine: Credits & { stakes: number; frozen: number; paidCents: number };
  isStaff: boolean;
  choice: Choice | null;
  votedAtMs: number | null;
  lastValue: Pick<Valuation, "valueCents" | "valuedOn" | "tier"> | null;
  counts: Counts | null;
};

export type OpenBid = Pick<BidView, "id" | "caskName" | "closesAtMs" | "choice">;
