import { eq, type SQL, sql } from "drizzle-orm";
import { type HolderName, nameHolder } from "~/areas/accounts/profile/name-holder";
import { findRefusal, findWanted, refusalOf, thingOf, type Wanted, wantedView } from "~/areas/buying/read-wanted";
import type { Refusal } from "~/areas/buying/refusals";
import { freeOverdue } from "~/areas/buying/settlement/payment-state";
import { checkoutDescriptions } from "~/content/payments";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { type Payment, type PaymentMode, payments } from "~/db/schema/payments";
import { mapWork, nothing, row, runWork, type Statement, together, type Work, writes, writeThenRead } from "~/db/work";
import { HOLD_LIFETIME_MS, SESSION_LIFETIME_MS } from "~/domain/checkout-window";
import { plainDollars } from "~/domain/money";
import { type CreatedSession, ProviderError } from "~/integrations/payments/port";
import { providerFor } from "~/integrations/payments/providers";

// The one way to buy, for the page and for every call. A payment and, for a stake, its reservation are made in one batch, so nothing can come
// between the reason that would refuse it and the hold. Then its checkout session is opened. What loses money if it is wrong (stock, one
// open payment, states) the database refuses as well. By trigger (migrations/0003_outbox.sql) the session is checked until the payment is decided,
// and closed once it ends. Until it is settled, its buyer is told only of too little money.

export type Purchase = Omit<Wanted, "userId" | "isNetworkBusy" | "nowMs"> & {
  mode: PaymentMode;
  holder?: HolderName | undefined;
};

type StartCheckoutDeps = Deps & {
  /** Counts a start for the network that the request comes from. @returns false: it has had as many as it may for now */
  takeStart: () => Promise<boolean>;
};

/**
 * One round trip to start the payment, one to store its checkout session.
 * @returns `url` null: the provider already has the money; show the result
 */
export async function startCheckout(deps: StartCheckoutDeps, session: Session, { holder, ...purchase }: Purchase) {
  const { db, newId } = deps;
  const [paymentId, auditId] = [newId("pay"), newId("aud")];
  const isNetworkBusy = !(await deps.takeStart());
  const { viewer, result } = await session.write(({ userId, nowMs, live }) =>
    together({
      named: holder ? nameHolder(db, { auditId, userId, holder, nowMs, live }) : nothing,
      found: findWanted(db, { ...purchase, userId, nowMs }),
      started: startPayment(db, { ...purchase, paymentId, userId, isNetworkBusy, nowMs, live }),
    }),
  );
  const { found, started } = result;
  const refused = (code: Refusal) => ({ ok: false as const, code, wanted: wantedView(viewer, purchase, found, code) });
  if (!started.ok) return refused(started.code);
  const opened = await openCheckout(deps, started.payment, viewer.email);
  return opened.ok ? { ...opened, paymentId: started.payment.id } : refused(opened.code);
}

export type StartPayment = Wanted & {
  /** Chosen before writing; used only if there is no open payment for the same thing. */
  paymentId: string;
  mode: PaymentMode;
  live: SQL;
};

type StartedPayment = { ok: true; payment: Payment } | { ok: false; code: Refusal };

/** Overdue holds are freed first. An open payment for the same thing is found, even by a network that is busy. */
export function startPayment(db: Database, input: StartPayment): Work<StartedPayment> {
  const { userId, mode, expectCents, nowMs } = input;
  const thing = thingOf(input);
  const work = together({
    freed: writes(
      freeOverdue(db, sql`cask_id = ${thing.caskId}`, nowMs),
      freeOverdue(db, sql`user_id = ${userId}`, nowMs),
    ),
    refusal: findRefusal(db, input),
    made: writes(...startStatements(db, input)),
    open: row(
      db
        .select()
        .from(payments)
        .where(sql`user_id = ${userId} AND state IN ('created', 'open') AND ${thing.isPaidBy}`),
    ),
  });
  return mapWork(work, ({ refusal, open }) => {
    // An attempt by the other method that could not be replaced is not what the buyer asked for.
    if (open?.mode !== mode) return { ok: false, code: refusal ?? "held-by-others" };
    const isPrice = expectCents === undefined || expectCents === open.amountCents;
    return isPrice ? { ok: true, payment: open } : { ok: false, code: "wrong-price" };
  });
}

function startStatements(db: Database, input: StartPayment): Statement[] {
  const { paymentId, userId, mode, nowMs } = input;
  const { columns, from, isPaidBy } = thingOf(input);
  const allowed = sql`${input.live} AND ${refusalOf(input)} = ''`;
  return [
    // Switching the payment method cancels the first attempt; the outbox closes its checkout session.
    db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-method', updated_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND state IN ('created', 'open') AND ${isPaidBy} AND mode <> ${mode} AND ${allowed}`),
    db.run(sql`INSERT INTO payments
        (id, user_id, purpose, cask_id, product_name, amount_cents, offer_id, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT ${paymentId}, ${userId}, ${columns}, ${mode}, ${providerFor[mode]}, ${holdEnd(input)}, ${nowMs}, ${nowMs}
      ${from} AND ${allowed} ON CONFLICT DO NOTHING`),
    // One is there already only if the batch was written before and its answer was lost.
    db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      SELECT id, cask_id, ${nowMs} FROM payments WHERE id = ${paymentId} AND cask_id IS NOT NULL AND offer_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM reservations AS made WHERE made.payment_id = ${paymentId})`),
  ];
}

/** Changing the payment method keeps the end of the first hold, or it could be prolonged for ever. */
const holdEnd = (input: StartPayment): SQL =>
  sql`coalesce((SELECT max(expires_at_ms) FROM payments WHERE user_id = ${input.userId} AND ${thingOf(input).isPaidBy}
    AND state = 'cancelled' AND reason = 'other-method' AND updated_at_ms = ${input.nowMs}), ${input.nowMs + HOLD_LIFETIME_MS})`;

const MOST_ENDED = 200;

/** Ends payments whose hold has run out. Only housekeeping: the next buyer's batch does the same for its own cask. */
export async function endOverduePayments({ db, nowMs: clock }: Deps): Promise<number> {
  const nowMs = clock();
  const { results } = await db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs} WHERE id IN (
    SELECT id FROM payments WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} ORDER BY expires_at_ms LIMIT ${MOST_ENDED})
    AND state IN ('created', 'open') RETURNING id`);
  return results.length;
}

// Opens the provider's checkout session for a started payment: one session per payment, however often the buyer clicks. The
// payment's id is the idempotency key. Retrying after a failure starts a new payment, so a failed answer is never replayed.

type CheckoutResult =
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
      return await storeSession(deps, payment, await deps.checkout[payment.provider].createSession(request));
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
async function storeSession(
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
