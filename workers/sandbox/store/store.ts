// All the sandbox remembers: named documents, oldest to newest, some with a time at which something is due.
// Calls are synchronous so that what one request changes is kept as a whole or not at all.
import type { CopperxSession } from "../copperx/session-object";
import type { Faults } from "../faults/faults";
import type { CodeRequest } from "../msg91/code-requests";
import type { OutboxMessage } from "../outbox/outbox";
import type { SavedMail } from "../resend/emails";
import type { StripeDispute } from "../stripe/disputes";
import type { SavedAnswer } from "../stripe/idempotency";
import type { StripePayment } from "../stripe/payments";
import type { StripeRefund } from "../stripe/refunds";
import type { StoredSession } from "../stripe/session-object";
import type { Delivery } from "../webhooks/deliveries";

export type Documents = {
  "stripe.session": StoredSession;
  "stripe.payment": StripePayment;
  "stripe.refund": StripeRefund;
  "stripe.dispute": StripeDispute;
  "stripe.answer": SavedAnswer;
  "copperx.session": CopperxSession;
  "msg91.request": CodeRequest;
  "resend.mail": SavedMail;
  message: OutboxMessage;
  delivery: Delivery;
  faults: Faults;
};
export type Kind = keyof Documents;

export type Index = {
  /** A second name to list by: a payment intent, a recipient. */
  ref?: string | null;
  /** When something is to happen to this document; null for never. */
  dueMs?: number | null;
};

export interface Store {
  get<K extends Kind>(kind: K, id: string): Documents[K] | null;
  /** Keeps the place in the order when the document is already there. */
  put<K extends Kind>(kind: K, id: string, document: Documents[K], index?: Index): void;
  remove(kind: Kind, id: string): void;
  /** Newest first. `before` and `after` are ids: only older or only newer documents than that one. */
  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][];
  /** Whose time has come, earliest first. */
  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[];
  nextDueMs(): number | null;
}
