import type { Credits } from "~/domain/advance";
import type { Valuation } from "~/domain/returns";
import type { BidResult, BidRule, Choice, Counts } from "./count-votes";

/** A bid as a holder of its cask sees it. */
export type BidView = {
  id: string;
  caskName: string;
  /** 'closed': to be counted within minutes. */
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
  /** The holder's stakes that vote and would be credited; `frozen` ones do neither. */
  mine: Credits & { stakes: number; frozen: number; paidCents: number };
  /** Their stakes are the house's own. */
  isStaff: boolean;
  choice: Choice | null;
  votedAtMs: number | null;
  lastValue: Pick<Valuation, "valueCents" | "valuedOn" | "tier"> | null;
  /** Null until it is counted. */
  counts: Counts | null;
};

/** A bid that waits for its holder's vote, or has it and may be voted on again. */
export type OpenBid = Pick<BidView, "id" | "caskName" | "closesAtMs" | "choice">;
