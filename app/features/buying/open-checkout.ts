import { eq, sql } from "drizzle-orm";
import { checkoutDescriptions } from "~/content/payments";
import { payments } from "~/db/schema/payments";
import { row, runWork, writeThenRead } from "~/db/work";
import { SESSION_LIFETIME_MS } from "~/domain/checkout-window";
import type { Deps } from "~/features/deps";
import { ProviderError, type CreatedSession } from "~/integrations/payments/port";
import type { Payment } from "./started-payment";

// Opens the provider's checkout session for a started payment: one session per payment, however often the buyer clicks. The
// payment's id is the idempotency key. Retrying after a failure starts a new payment, so a failed answer is never replayed.

export type CheckoutResult =
  /** `url` null: the provider already has the money; show the result. */
  | { ok: true; url: string | null; sessionId: string }
  | { ok: false; code: "provider-unavailable" | "provider-refused" | "no-longer-open" };

type Needs = Pick<Deps, "db" | "checkout" | "nowMs" | "origin" | "log">;

/** @param customerEmail prefilled on the provider's page; null for people who signed up by phone */
export async function openCheckout(
  deps: Needs,
  payment: Payment,
  customerEmail: string | null,
): Promise<CheckoutResult> {
  const provider = deps.checkout[payment.provider];
  try {
    if (payment.state === "open" && payment.providerSessionId && payment.checkoutUrl) {
      const { sessionId, status } = await provider.readSession(payment.providerSessionId);
      if (status === "expired") return { ok: false, code: "no-longer-open" };
      return { ok: true, url: status === "open" ? payment.checkoutUrl : null, sessionId };
    }
    return await keepSession(deps, payment, await provider.createSession(sessionRequest(deps, payment, customerEmail)));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log("checkout-failed", { paymentId: payment.id, provider: payment.provider, code: error.code });
    if (payment.state === "created") await giveUp(deps, payment, `provider-${error.code}`);
    return { ok: false, code: error.code === "rejected" ? "provider-refused" : "provider-unavailable" };
  }
}

function sessionRequest(deps: Needs, payment: Payment, customerEmail: string | null) {
  const isFee = payment.purpose === "joining-fee";
  return {
    paymentId: payment.id,
    amountCents: payment.amountCents,
    productName: payment.productName,
    description: checkoutDescriptions[payment.purpose],
    customerEmail,
    successUrl: `${deps.origin}/payment-success?payment=${payment.id}`,
    cancelUrl: `${deps.origin}/payment-unsuccessful?payment=${payment.id}`,
    // Derived from the payment, so that a repeated request under the same key is identical.
    expiresAtMs: payment.createdAtMs + SESSION_LIFETIME_MS,
    // Always the first: a failed payment is not retried, the buyer starts a new one.
    attempt: 1,
    metadata: {
      paymentId: payment.id,
      userID: payment.userId,
      isOneTimePay: String(isFee),
      productName: payment.productName,
      caskId: payment.caskId ?? "",
      amount: (payment.amountCents / 100).toFixed(2),
      paymentMode: payment.mode,
    },
  };
}

/** The first session written wins; a second one from a double click is never shown to anyone. */
async function keepSession(deps: Needs, payment: Payment, session: CreatedSession): Promise<CheckoutResult> {
  const open = deps.db
    .run(sql`UPDATE payments SET state = 'open', provider_session_id = ${session.sessionId}, checkout_url = ${session.url},
      updated_at_ms = ${deps.nowMs()} WHERE id = ${payment.id} AND state = 'created'`);
  const kept = await runWork(
    deps.db,
    writeThenRead(
      [open],
      row(
        deps.db
          .select({ state: payments.state, url: payments.checkoutUrl, sessionId: payments.providerSessionId })
          .from(payments)
          .where(eq(payments.id, payment.id)),
      ),
    ),
  );
  if (kept?.state === "open" && kept.url && kept.sessionId)
    return { ok: true, url: kept.url, sessionId: kept.sessionId };
  return { ok: false, code: "no-longer-open" };
}

async function giveUp(deps: Needs, payment: Payment, reason: Payment["reason"]): Promise<void> {
  await deps.db.run(sql`UPDATE payments SET state = 'failed', reason = ${reason}, updated_at_ms = ${deps.nowMs()}
    WHERE id = ${payment.id} AND state = 'created'`);
}
