import type { RefundWay } from "~/content/payment-outcomes";
import type { PaymentPurpose } from "~/db/schema/payments";
import type { RefundReason } from "~/content/payments";
import type { UnderpaidFacts } from "~/content/underpaid-texts";
import type { CaskType } from "~/ui/cask-gauge";

export type SettledStake = {
  href: string;
  caskName: string;
  caskType: CaskType;
  stakeNumber: number;
  totalStakes: number;
  soldStakes: number;
  certificateHref: string | null;
};

export type RefundFacts = {
  /** null: all of it had arrived. */
  short: UnderpaidFacts | null;
  /** What had arrived, less the cancellation fee: what goes back. */
  amountCents: number;
  keptCents: number;
  reason: RefundReason;
  way: RefundWay;
  /** Of money that was sent by hand. */
  reference: string | null;
};

export type DisputeFacts = {
  amountCents: number;
  bought: PaymentPurpose;
  /** The bank has decided, and the money is not ours any more. */
  lost: boolean;
};

/** Less than the price has arrived. */
export type ShortFacts = UnderpaidFacts & { paymentId: string; endsAtMs: number };

/** What the stake is of that is being paid for. */
type WaitingCask = { caskType: CaskType; stake: { soldStakes: number; totalStakes: number } };

export type PaymentOutcome =
  | { state: "waiting"; bought: PaymentPurpose; short: ShortFacts | null; cask: WaitingCask | null }
  | {
      state: "settled";
      bought: PaymentPurpose;
      tokensEarned: number;
      stake: SettledStake | null;
    }
  | ({ state: "refunding" | "refunded" } & RefundFacts)
  | ({ state: "disputed" } & DisputeFacts)
  | { state: "failed" | "expired" | "cancelled"; bought: PaymentPurpose; retryHref: string };
