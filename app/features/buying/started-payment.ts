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
  | "too-many-open"
  | "wrong-price"
  | "no-name";

/** What the batch left: the open payment for what was asked for, and what the answer is made of. */
export type StartFacts = {
  open: Payment | undefined;
  cask: typeof casks.$inferSelect | undefined;
  feeCents: number;
  openCheckouts: number;
  activated: boolean;
  /** Whether there is a name for the certificate. */
  named: boolean;
};

export type StartedPayment = StartFacts & ({ ok: true; payment: Payment } | { ok: false; code: StartRefusal });

type Asked = { caskId: string | null; expectCents?: number | null; needsName?: boolean; nowMs: number };

/** Whoever may not know the price is not told whether a guess was right either. */
const OUTRANKS_PRICE = new Set<StartRefusal>(["no-such-cask", "not-activated", "already-activated"]);

export function startedPayment(facts: StartFacts, asked: Asked): StartedPayment {
  const { open, cask, feeCents } = facts;
  const code = open ? null : refusal(facts, asked);
  if (code && OUTRANKS_PRICE.has(code)) return { ...facts, ok: false, code };
  const priceCents = open?.amountCents ?? (asked.caskId === null ? feeCents : cask?.costPerStakeCents);
  if (asked.expectCents !== undefined && asked.expectCents !== priceCents)
    return { ...facts, ok: false, code: "wrong-price" };
  return open ? { ...facts, ok: true, payment: open } : { ...facts, ok: false, code: code ?? "held-by-others" };
}

function refusal(
  { cask, openCheckouts, activated, named }: StartFacts,
  { caskId, needsName, nowMs }: Asked,
): StartRefusal {
  if (caskId === null) return activated ? "already-activated" : "too-many-open";
  if (!cask) return "no-such-cask";
  if (!activated) return "not-activated";
  const stage = caskStage(cask, dateOf(nowMs));
  if (stage === "upcoming") return "not-launched";
  if (stage === "closed") return "closed";
  if (stage === "sold-out") return "sold-out";
  if (openCheckouts >= MAX_OPEN_CHECKOUTS) return "too-many-open";
  const isFree = cask.soldStakes + cask.reservedStakes < cask.totalStakes;
  return isFree && needsName && !named ? "no-name" : "held-by-others";
}
