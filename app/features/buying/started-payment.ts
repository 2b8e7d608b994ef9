import type { casks } from "~/db/schema/casks";
import type { payments } from "~/db/schema/payments";
import { caskStage } from "~/domain/cask-stage";
import { dateOf } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";

export type Payment = typeof payments.$inferSelect;

/** Why nothing was started. Each has its own message in content. */
export type StartRefusal =
  | "no-such-cask"
  | "not-activated"
  | "already-activated"
  | "not-launched"
  | "closed"
  | "sold-out"
  | "held-by-others"
  | "too-many-open";

export type StartResult = { ok: true; payment: Payment } | { ok: false; code: StartRefusal };

export type StartFacts = {
  open: Payment | undefined;
  cask: typeof casks.$inferSelect | undefined;
  openCheckouts: number;
  activated: boolean;
  /** Whether a cask was asked for at all, or the joining fee. */
  wantsStake: boolean;
  nowMs: number;
};

/** Reads what the batch of `startPaymentStatements` left: the open payment, or the reason why there is none. */
export function startedPayment(facts: StartFacts): StartResult {
  if (facts.open) return { ok: true, payment: facts.open };
  return { ok: false, code: refusal(facts) };
}

function refusal({ cask, openCheckouts, activated, wantsStake, nowMs }: StartFacts): StartRefusal {
  if (!wantsStake) return activated ? "already-activated" : "too-many-open";
  if (!cask) return "no-such-cask";
  if (!activated) return "not-activated";
  const stage = caskStage(cask, dateOf(nowMs));
  if (stage === "upcoming") return "not-launched";
  if (stage === "closed") return "closed";
  if (stage === "sold-out") return "sold-out";
  return openCheckouts >= MAX_OPEN_CHECKOUTS ? "too-many-open" : "held-by-others";
}
