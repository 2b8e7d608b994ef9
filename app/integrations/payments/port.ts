// What Dunnage needs of a checkout provider. The provider is the authority on whether a session was paid;
// everything else (who, what, how much) is ours and is compared with what the provider says.

import type { ProviderName } from "./providers";

export type { ProviderName };

export type SessionRequest = {
  paymentId: string;
  /** Goes into the idempotency key: trying again must make a new provider session. */
  attempt: number;
  amountCents: number;
  productName: string;
  description: string;
  customerEmail: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAtMs: number;
  /** Text metadata kept by the provider; no personal data. */
  metadata: Record<string, string>;
};

export type CreatedSession = { sessionId: string; url: string; expiresAtMs: number };

export type SessionState = {
  sessionId: string;
  status: "open" | "complete" | "expired";
  paid: boolean;
  /** What was paid or is asked, in cents; null when the provider's figure is no whole number of cents. */
  amountCents: number | null;
  /** Upper-case ISO code or coin; USDT counts as USD at par. */
  currency: string;
  /** Our payment id as the provider kept it. */
  paymentId: string | null;
  /** Payment intent or transaction hash: what a refund or dispute names. */
  providerPaymentId: string | null;
  url: string | null;
};

export type ProviderEvent = {
  /** Provider's event id: recorded once. */
  id: string;
  type: string;
  /** What the event is about: a session to be read again, money going back, or nothing of ours. */
  concerns: "session" | "refund" | "dispute" | "nothing";
  sessionId: string | null;
  providerPaymentId: string | null;
  /** For refunds: total given back so far, in cents, and whether that is all of it. */
  refundedCents: number | null;
  refundedInFull: boolean;
};

export type RefundRequest = { paymentId: string; providerPaymentId: string; amountCents: number };
/** `manual`: the provider has no call for it, an operator must send the money. */
export type RefundOutcome = { status: "refunded" | "pending" | "failed" | "manual"; refundId: string | null };

/**
 * `unavailable`: try later, nothing is known. `in-progress`: the very same request is being worked on right now, so its outcome is
 * the other one's. `rejected`: the provider understood and refused; trying again is useless.
 */
export class ProviderError extends Error {
  constructor(
    readonly provider: ProviderName,
    readonly code: "unavailable" | "in-progress" | "rejected",
    message: string,
  ) {
    super(message);
    this.name = "ProviderError";
  }
}

export interface CheckoutProvider {
  readonly name: ProviderName;
  /** @throws ProviderError */
  createSession(request: SessionRequest): Promise<CreatedSession>;
  /** @throws ProviderError */
  readSession(sessionId: string): Promise<SessionState>;
  /** Ends an open session; answers what the session is now. `unsupported`: the provider has no such call. @throws ProviderError */
  expireSession(sessionId: string): Promise<"expired" | "complete" | "unsupported">;
  /** Keyed by payment, so asking twice refunds once. @throws ProviderError */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** All disputes of a payment, as they stand now. Empty where the provider knows none. @throws ProviderError */
  readDisputes(providerPaymentId: string): Promise<ProviderDispute[]>;
  /** Null when the signature is missing, wrong or too old, or what it signs is no event. */
  verifyWebhook(headers: Headers, rawBody: string): Promise<ProviderEvent | null>;
}

export type ProviderRefund = {
  refundId: string;
  providerPaymentId: string | null;
  amountCents: number;
  /** Money that is back or on its way; false for a refund that failed or was withdrawn. */
  counts: boolean;
};

export type ProviderDispute = {
  disputeId: string;
  providerPaymentId: string | null;
  /**
   * `inquiry`: a question that moves no money, however it ends. `open`: the money is taken, for the time being. `won`: decided for
   * us, the money is back. `lost`: it stays away.
   */
  state: "inquiry" | "open" | "won" | "lost";
};

/** One page of a provider's books, newest first. `next` is null on the last page that holds anything this young. */
export type BookPage<T> = { rows: T[]; next: string | null };
export type BookWindow = { fromMs: number; cursor: string | null };

/** What a provider itself has on record, whether or not an event about it ever came. */
export interface ProviderBooks {
  /** @throws ProviderError */
  listSessions(window: BookWindow): Promise<BookPage<SessionState>>;
  /** Empty where the provider knows no refunds. @throws ProviderError */
  listRefunds(window: BookWindow): Promise<BookPage<ProviderRefund>>;
  /** Empty where the provider knows no disputes. @throws ProviderError */
  listDisputes(window: BookWindow): Promise<BookPage<ProviderDispute>>;
}
