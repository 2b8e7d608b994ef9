// A payment provider, as far as Dunnage needs it. The provider is the authority on whether a session was paid.
// Everything else (who, what, how much) is ours and is compared with what the provider says.

import * as z from "zod";
import type { ProviderName } from "./providers";

export type { ProviderName };

export type SessionRequest = {
  paymentId: string;
  /** Part of the idempotency key: a retry must create a new checkout session. */
  attempt: number;
  amountCents: number;
  productName: string;
  description: string;
  customerEmail: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAtMs: number;
  /** Text metadata stored by the provider; no personal data. */
  metadata: Record<string, string>;
};

export type CreatedSession = { sessionId: string; url: string; expiresAtMs: number };

export type SessionState = {
  sessionId: string;
  status: "open" | "complete" | "expired";
  paid: boolean;
  /** The amount paid or due, in cents; null if the provider's figure is not a whole number of cents. */
  amountCents: number | null;
  /** Upper-case ISO code or coin; USDT counts as USD at par. */
  currency: string;
  /** Our payment id, as the provider stored it. */
  paymentId: string | null;
  /** Payment intent or transaction hash: how a refund or dispute identifies the payment. */
  providerPaymentId: string | null;
  url: string | null;
  /** Cents that have arrived for a session that is not paid. Absent: none, or its provider takes all or nothing. */
  arrivedCents?: number;
};

export type ProviderEvent = {
  /** The provider's event id: recorded once. */
  id: string;
  type: string;
  /** The subject of the event: a session to read again, money being returned, or nothing of ours. */
  concerns: "session" | "refund" | "dispute" | "nothing";
  sessionId: string | null;
  providerPaymentId: string | null;
};

/** `amountCents`: all that is to go back, including what the provider has returned by itself. */
export type RefundRequest = { paymentId: string; providerPaymentId: string; amountCents: number };
/** `manual`: the provider's API cannot refund, so an operator must send the money. */
export type RefundOutcome = { status: "refunded" | "pending" | "failed" | "manual"; refundId: string | null };

/**
 * `unavailable`: try later, nothing is known. `in-progress`: the very same request is being worked on right now, so its outcome
 * is this one's too. `rejected`: the provider understood and refused; retrying is useless.
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

/** Every call throws ProviderError. */
export interface CheckoutProvider {
  readonly name: ProviderName;
  createSession(request: SessionRequest): Promise<CreatedSession>;
  readSession(sessionId: string): Promise<SessionState>;
  /** Ends an open session. @returns its state now; `unsupported`: the provider cannot end sessions. @throws ProviderError */
  expireSession(sessionId: string): Promise<"expired" | "complete" | "unsupported">;
  /**
   * Keyed by payment, so that repeating it refunds once. Where the provider has returned a part by itself, only what is left of the amount.
   * @throws ProviderError
   */
  refund(request: RefundRequest): Promise<RefundOutcome>;
  /** All refunds of a payment as they stand now. @throws ProviderError */
  readRefunds(providerPaymentId: string): Promise<ProviderRefund[]>;
  /** All disputes of a payment as they stand now; none if the provider knows of none. @throws ProviderError */
  readDisputes(providerPaymentId: string): Promise<ProviderDispute[]>;
  /** null if the signature is missing, wrong or too old, or if what it signs is not an event. */
  verifyWebhook(headers: Headers, rawBody: string): Promise<ProviderEvent | null>;
}

export type ProviderRefund = {
  refundId: string;
  providerPaymentId: string | null;
  amountCents: number;
  /** The money has been returned or is on its way; false for a refund that failed or was cancelled. */
  counts: boolean;
};

export type ProviderDispute = {
  disputeId: string;
  providerPaymentId: string | null;
  /**
   * `inquiry`: a question that moves no money, however it ends. `open`: the money is away for the time being. `won`: decided for
   * us, the money is back. `lost`: it stays away.
   */
  state: "inquiry" | "open" | "won" | "lost";
  amountCents: number;
  /** Until when evidence is taken; null: none is asked for, or it is handed in. */
  answerByMs: number | null;
};

/** One page of a provider's books, newest first. `next` is null once no older page reaches into the window. */
export type BookPage<T> = { rows: T[]; next: string | null };
export type BookWindow = { fromMs: number; cursor: string | null };

/** The provider's own records, whether or not an event about them ever came. */
export interface ProviderBooks {
  listSessions(window: BookWindow): Promise<BookPage<SessionState>>;
  /** Empty if the provider records no refunds. @throws ProviderError */
  listRefunds(window: BookWindow): Promise<BookPage<ProviderRefund>>;
  /** Empty if the provider records no disputes. @throws ProviderError */
  listDisputes(window: BookWindow): Promise<BookPage<ProviderDispute>>;
}

const text = z.string().min(1).max(255);

const checked = z.object({
  id: text,
  type: text,
  concerns: z.enum(["session", "refund", "dispute", "nothing"]),
  sessionId: text.nullable(),
  providerPaymentId: text.nullable(),
});

/**
 * The event as `read` makes it of what the provider signed; null if it is none. A signature says who wrote it, not that it has
 * the form it should have.
 */
export function checkedEvent(read: () => ProviderEvent | null): ProviderEvent | null {
  try {
    return checked.safeParse(read()).data ?? null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Holds a provider to the known hosts of its checkout pages. Buyers are redirected there unconditionally, so any other URL is refused,
 * wherever it came from.
 */
export function onKnownPages<P extends CheckoutProvider>(provider: P, origins: readonly string[]): P {
  return {
    ...provider,
    async createSession(request) {
      const created = await provider.createSession(request);
      if (!URL.canParse(created.url) || !origins.includes(new URL(created.url).origin))
        throw new ProviderError(provider.name, "rejected", "the checkout page is on a host we do not know");
      return created;
    },
  };
}
