import type { ProviderDispute, ProviderName, ProviderRefund, SessionRequest } from "~/integrations/payments/port";

// What the fake provider keeps, and how providers differ from one another.

export type Session = {
  id: string;
  request: SessionRequest;
  status: "open" | "complete" | "expired";
  endsAtMs: number;
  charge: Charge | null;
  /** What arrived of it while it was not paid in full, in cents. */
  arrivedCents?: number;
  /** Until then a reader sees the session as it was before it was paid. */
  oldNewsUntilMs: number;
};

/** Money that really moved. */
export type Charge = {
  id: string;
  provider: ProviderName;
  paymentId: string;
  /** null: not an integer number of cents. */
  cents: number | null;
  currency: string;
  /** The payment that the provider says it was for, which may be wrong. */
  claimedPaymentId: string;
  refunds: { key: string; cents: number; by: "us" | "provider"; failed: boolean; atMs: number }[];
  /** How its dispute stands. While it is open, and when it is lost, the money is away. */
  dispute: ProviderDispute["state"] | null;
  /** When it was begun, in milliseconds; if absent, it is always in the provider's lists. */
  disputedAtMs: number;
  /** Until when it takes evidence; if absent, it asks for none. */
  answerByMs?: number | null;
};

export type Paid = Partial<Pick<Charge, "id" | "cents" | "currency" | "claimedPaymentId">>;

/** How one provider differs from another, and a test's from the simulation's. */
export type Manners = {
  nowMs: () => number;
  sessionId: (request: SessionRequest) => string;
  chargeId: (session: Session) => string;
  /** When a session requested until `expiresAtMs` expires; null: only when a test says so. */
  endsAtMs: (expiresAtMs: number) => number | null;
  pageSize: number;
};

export function givenBackCents(charge: Charge): number {
  return charge.refunds.reduce((sum, one) => sum + (one.failed ? 0 : one.cents), 0);
}

/** The buyer's bank has the money, temporarily or for good. */
export const isAway = ({ dispute }: Charge) => dispute === "open" || dispute === "lost";

/** What was returned of it by others than the refund under this key, in cents. */
export const othersCents = (charge: Charge, key: string): number =>
  givenBackCents({ ...charge, refunds: charge.refunds.filter((one) => one.key !== key) });

/** Without a clock of its own everything is as young as can be. */
export const refundsOf = ({ id, refunds }: Charge, fromMs: number): ProviderRefund[] =>
  refunds
    .filter(({ atMs }) => atMs === 0 || atMs >= fromMs)
    .map(({ key, cents, failed }) => ({
      refundId: `re_${id}_${key}`,
      providerPaymentId: id,
      amountCents: cents,
      counts: !failed,
    }));

/** It is about what was not refunded. */
export function disputesOf(charge: Charge): ProviderDispute[] {
  const { id, dispute, answerByMs = null } = charge;
  const amountCents = (charge.cents ?? 0) - givenBackCents(charge);
  return dispute ? [{ disputeId: `du_${id}`, providerPaymentId: id, state: dispute, amountCents, answerByMs }] : [];
}
