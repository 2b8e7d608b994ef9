import { eq, sql } from "drizzle-orm";
import { checkoutDescriptions } from "~/content/payments";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { row, runWork, writeThenRead } from "~/db/work";
import { SESSION_LIFETIME_MS } from "~/domain/checkout-window";
import { plainDollars } from "~/domain/money";
import type { Deps } from "~/core/deps";
import { ProviderError, type CreatedSession } from "~/integrations/payments/port";

// Opens the provider's checkout session for a started payment: one session per payment, however often the buyer clicks. The
// payment's id is the idempotency key. Retrying after a failure starts a new payment, so a failed answer is never replayed.

export type CheckoutResult =
  /** `url` null: the provider already has the money; show the result. */
  | { ok: true; url: string | null; sessionId: string }
  | { ok: false; code: "provider-down" | "no-longer-open" | "still-starting" };

// The second of two clicks looks for what became of the first, then asks the provider again, for as long as a call may take: 10 s.
const LOOKS_MS = [100, 200, 300, 500, 1_000];
const ROUNDS = 4;

/** @param customerEmail prefilled on the provider's page; null for people who signed up by phone */
export async function openCheckout(
  deps: Deps,
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
    return await createOnce(deps, payment, customerEmail);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log("checkout-failed", { paymentId: payment.id, provider: payment.provider, code: error.code });
    if (error.code === "in-progress") return { ok: false, code: "still-starting" };
    const given = payment.state === "created" ? await giveUp(deps, payment, `provider-${error.code}`) : null;
    return given ?? { ok: false, code: "provider-down" };
  }
}

/** A second request while the provider still works on the first gets the first one's result. @throws ProviderError */
async function createOnce(deps: Deps, payment: Payment, customerEmail: string | null): Promise<CheckoutResult> {
  const request = sessionRequest(deps, payment, customerEmail);
  for (let round = 0; ; round++) {
    try {
      return await keepSession(deps, payment, await deps.checkout[payment.provider].createSession(request));
    } catch (error) {
      if (!(error instanceof ProviderError && error.code === "in-progress") || round === ROUNDS) throw error;
      const ended = await awaitOther(deps, payment);
      if (ended) return ended;
    }
  }
}

async function awaitOther(deps: Deps, payment: Payment): Promise<CheckoutResult | null> {
  for (const ms of LOOKS_MS) {
    await deps.wait(ms);
    const now = await runWork(deps.db, row(outcomeQuery(deps.db, payment.id)));
    if (now?.state === "failed") return { ok: false, code: "provider-down" };
    if (now?.state !== "created") return checkoutOf(now) ?? { ok: false, code: "no-longer-open" };
  }
  return null;
}

function sessionRequest(deps: Deps, payment: Payment, customerEmail: string | null) {
  const isFee = payment.purpose !== "stake";
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
      amount: plainDollars(payment.amountCents),
      paymentMode: payment.mode,
    },
  };
}

/** The first session written wins: a second one from a double click is never shown to anyone. */
async function keepSession(
  { db, nowMs }: Deps,
  { id }: Payment,
  { sessionId, url }: CreatedSession,
): Promise<CheckoutResult> {
  const keep =
    db.run(sql`UPDATE payments SET state = 'open', provider_session_id = ${sessionId}, checkout_url = ${url}, updated_at_ms = ${nowMs()}
    WHERE id = ${id} AND state = 'created'`);
  const kept = await runWork(db, writeThenRead([keep], row(outcomeQuery(db, id))));
  return checkoutOf(kept) ?? { ok: false, code: "no-longer-open" };
}

/** Frees the stake, unless another click has opened the checkout meanwhile: then that is the outcome. */
async function giveUp(deps: Deps, payment: Payment, reason: Payment["reason"]): Promise<CheckoutResult | null> {
  const fail = deps.db.run(sql`UPDATE payments SET state = 'failed', reason = ${reason}, updated_at_ms = ${deps.nowMs()}
    WHERE id = ${payment.id} AND state = 'created'`);
  return checkoutOf(await runWork(deps.db, writeThenRead([fail], row(outcomeQuery(deps.db, payment.id)))));
}

function outcomeQuery(db: Database, paymentId: string) {
  const { state, checkoutUrl: url, providerSessionId: sessionId } = payments;
  return db.select({ state, url, sessionId }).from(payments).where(eq(payments.id, paymentId));
}

type PaymentOutcome = Awaited<ReturnType<typeof outcomeQuery>>[number];

function checkoutOf(outcome: PaymentOutcome | undefined): CheckoutResult | null {
  if (outcome?.state !== "open" || !outcome.url || !outcome.sessionId) return null;
  return { ok: true, url: outcome.url, sessionId: outcome.sessionId };
}
