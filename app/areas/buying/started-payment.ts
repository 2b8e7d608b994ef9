import type { casks } from "~/db/schema/casks";
import type { payments } from "~/db/schema/payments";
import { caskStage } from "~/domain/cask-stage";
import { dateOf } from "~/domain/calendar-date";
import type { PaymentMode } from "./payment-mode";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";

export type Payment = typeof payments.$inferSelect;
export type PaymentPurpose = Payment["purpose"];

/** Why no payment was started. Each has its own message in app/content. */
export type StartRefusal =
  | "no-such-cask"
  | "no-such-product"
  | "not-activated"
  | "already-activated"
  | "not-launched"
  | "closed"
  | "ended"
  | "sold-out"
  | "held-by-others"
  | "sales-stopped"
  /** In the first minute of a cask whose places are drawn nobody has a stake. */
  | "places-are-drawn"
  | "fee-not-payable"
  | "too-many-open"
  | "too-many-starts"
  | "held-too-often"
  | "network-full"
  | "wrong-price"
  | "closing";

/** What the database holds after the batch: the open payment, if any, and all that the outcome depends on. */
export type StartFacts = {
  open: Payment | undefined;
  cask: Omit<typeof casks.$inferSelect, "countedValues"> | undefined;
  feeCents: number;
  openCheckouts: number;
  activated: boolean;
  startedTooOften: boolean;
  heldTooOften: boolean;
  /** In the first hour of a cask: as many new accounts of the network have had a stake as may. */
  isNetworkFull: boolean;
  /** In the first minute of a cask: its places are drawn, and are not yet. */
  isGathering: boolean;
  /** The account is to be closed. */
  isClosing: boolean;
  /** Of a top-up: the market is open for the buyer. */
  isMarketOpen: boolean;
};

export type StartedPayment = StartFacts & ({ ok: true; payment: Payment } | { ok: false; code: StartRefusal });

type StartInput = {
  caskId: string | null;
  topUp?: { amountCents: number };
  mode: PaymentMode;
  expectCents?: number | null;
  nowMs: number;
};

/** A viewer who may not know the price must not learn whether a guess was right, so these come before 'wrong-price'. */
const OUTRANKS_PRICE = new Set<StartRefusal>(["no-such-cask", "no-such-product", "not-activated", "already-activated"]);

export function startedPayment(facts: StartFacts, input: StartInput): StartedPayment {
  const { cask, feeCents } = facts;
  // An attempt by the other method, or for another amount, that could not be replaced is not what was asked for.
  const isSame = facts.open?.mode === input.mode && facts.open.amountCents === (input.topUp ?? facts.open).amountCents;
  const open = isSame ? facts.open : undefined;
  const code = open ? null : refusal(facts, input);
  if (code && OUTRANKS_PRICE.has(code)) return { ...facts, ok: false, code };
  const bought = input.caskId === null ? feeCents : cask?.costPerStakeCents;
  const priceCents = open?.amountCents ?? input.topUp?.amountCents ?? bought;
  if (input.expectCents !== undefined && input.expectCents !== priceCents)
    return { ...facts, ok: false, code: "wrong-price" };
  return open ? { ...facts, ok: true, payment: open } : { ...facts, ok: false, code: code ?? "held-by-others" };
}

function refusal(facts: StartFacts, input: StartInput): StartRefusal {
  return input.topUp ? topUpRefusal(facts) : purchaseRefusal(facts, input);
}

function topUpRefusal({ isMarketOpen, activated, isClosing, startedTooOften }: StartFacts): StartRefusal {
  if (!isMarketOpen) return "no-such-product";
  if (!activated) return "not-activated";
  if (isClosing) return "closing";
  return startedTooOften ? "too-many-starts" : "too-many-open";
}

function purchaseRefusal(
  {
    cask,
    feeCents,
    openCheckouts,
    activated,
    startedTooOften,
    heldTooOften,
    isNetworkFull,
    isGathering,
    isClosing,
  }: StartFacts,
  { caskId, nowMs }: StartInput,
): StartRefusal {
  if (caskId === null && activated) return "already-activated";
  if (isClosing && (caskId === null || activated)) return "closing";
  if (caskId === null && feeCents <= 0) return "fee-not-payable";
  if (caskId === null) return startedTooOften ? "too-many-starts" : "too-many-open";
  if (!cask) return "no-such-cask";
  if (!activated) return "not-activated";
  const stage = caskStage(cask, dateOf(nowMs));
  if (stage === "upcoming") return "not-launched";
  if (stage === "closed" || stage === "sold-out" || stage === "ended") return stage;
  if (isGathering) return "places-are-drawn";
  if (cask.salesStoppedAtMs !== null) return "sales-stopped";
  if (openCheckouts >= MAX_OPEN_CHECKOUTS) return "too-many-open";
  if (heldTooOften) return "held-too-often";
  if (isNetworkFull) return "network-full";
  return startedTooOften ? "too-many-starts" : "held-by-others";
}
