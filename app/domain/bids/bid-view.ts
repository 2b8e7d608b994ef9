import type { Credits } from "~/domain/advance";
import type { Valuation } from "~/domain/returns";
import type { BidResult, BidRule, Choice, Counts } from "./count-votes";

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
