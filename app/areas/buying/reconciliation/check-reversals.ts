import { eq, sql } from "drizzle-orm";
import {
  answerBy,
  awayCents,
  disputeStanding,
  refundedCents,
  reversePayment,
  settleDispute,
} from "~/areas/buying/settlement/settle-reversal";
import { type Payment, payments } from "~/db/schema/payments";
import type { ProviderDispute, ProviderName } from "~/integrations/payments/port";
import { type Counts, pagesOf, type ReconcileDeps, recordDifference } from "./record-difference";

/**
 * Compares the provider's refunds with ours. A refund made by hand at the provider reverses the stake, as its event would
 * have done.
 * @throws ProviderError
 */
export async function checkRefunds(
  deps: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  counts: Counts,
): Promise<void> {
  for (const [providerPaymentId, totalCents] of await readTotals(deps, provider, fromMs, counts)) {
    const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
    if (payment) await checkRefund(deps, payment, totalCents, counts);
  }
}

async function readTotals(deps: ReconcileDeps, provider: ProviderName, fromMs: number, counts: Counts) {
  const totals = new Map<string, number>();
  for await (const page of pagesOf((cursor) => deps.books[provider].listRefunds({ fromMs, cursor }))) {
    for (const { providerPaymentId, amountCents, counts: moved } of page) {
      if (providerPaymentId && moved) totals.set(providerPaymentId, (totals.get(providerPaymentId) ?? 0) + amountCents);
    }
    counts.refundsRead += page.length;
  }
  return totals;
}

async function checkRefund(deps: ReconcileDeps, payment: Payment, totalCents: number, counts: Counts): Promise<void> {
  const { id: paymentId, provider, providerPaymentId, state } = payment;
  const receivedCents = payment.receivedCents ?? 0;
  const difference = { subject: providerPaymentId ?? paymentId, provider, paymentId };
  const detail = JSON.stringify({ provider: { refundedCents: totalCents }, ours: { state, receivedCents } });
  const inFull = totalCents >= receivedCents;
  // Money sent back during a dispute stays away, whatever the decision.
  if ((state === "settled" || (state === "disputed" && inFull)) && providerPaymentId) {
    const eventId = `reconciled:${providerPaymentId}:${totalCents}`;
    const done = await reversePayment(deps, { eventId, providerPaymentId, refundedCents: totalCents });
    counts.repaired += done === "reversed" ? 1 : 0;
    const kept = { ...difference, kind: "refund-not-recorded" as const, detail };
    await recordDifference(deps, kept, done === "reversed" ? "repaired" : "open");
  } else if (state === "refunded") {
    if (totalCents !== receivedCents) await compareAway(deps, paymentId);
  } else if (state !== "refunding" && state !== "disputed") {
    await recordDifference(deps, { ...difference, kind: "refund-of-unsettled", detail }, "open");
  }
}

/** The part of a payment that a provider no longer has, by refunds and disputes together, must be what is booked. @throws ProviderError */
async function compareAway(deps: ReconcileDeps, paymentId: string): Promise<void> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment?.providerPaymentId || (payment.state !== "refunded" && payment.state !== "disputed")) return;
  const { provider, providerPaymentId, state, receivedCents } = payment;
  const refunded = refundedCents(await deps.checkout[provider].readRefunds(providerPaymentId));
  const disputed = awayCents(await deps.checkout[provider].readDisputes(providerPaymentId));
  if (refunded + disputed === receivedCents) return;
  const detail = JSON.stringify({ provider: { refunded, disputed }, ours: { state, receivedCents } });
  const difference = {
    kind: "refund-amount-differs",
    subject: providerPaymentId,
    provider,
    paymentId,
    detail,
  } as const;
  await recordDifference(deps, difference, "open");
}

/** Decisions take months: how many disputed payments a run asks about, those not checked for longest first. */
const AT_MOST = 50;

/**
 * Compares the provider's disputes with our payments, and our disputed payments with the provider; reverses or restores what
 * was bought, as the missed event would have done.
 * @throws ProviderError
 */
export async function checkDisputes(
  deps: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  counts: Counts,
): Promise<void> {
  for await (const page of pagesOf((cursor) => deps.books[provider].listDisputes({ fromMs, cursor })))
    for (const dispute of page) await checkListed(deps, dispute, counts);
  await checkOurs(deps, provider, counts);
}

async function checkListed(deps: ReconcileDeps, dispute: ProviderDispute, counts: Counts): Promise<void> {
  const { disputeId, providerPaymentId, state } = dispute;
  if (!providerPaymentId || state === "inquiry") return;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  if (!payment) return;
  if (differs(payment, state)) await repair(deps, payment, disputeId, counts);
  await compareAway(deps, payment.id);
}

/** The provider's list reaches back for days, a decision comes after weeks: those are requested by id. */
async function checkOurs(deps: ReconcileDeps, provider: ProviderName, counts: Counts): Promise<void> {
  const open = await deps.db
    .select()
    .from(payments)
    .where(sql`state = 'disputed' AND reason = 'disputed'`)
    .orderBy(payments.updatedAtMs)
    .limit(AT_MOST);
  for (const payment of open) {
    if (payment.provider !== provider || !payment.providerPaymentId) continue;
    const disputes = await deps.checkout[provider].readDisputes(payment.providerPaymentId);
    const standing = disputeStanding(disputes);
    if (standing === "won" || standing === "lost")
      await repair(deps, payment, disputes[0]?.disputeId ?? payment.id, counts);
    // Those that are still open make room for the next run's.
    else
      await deps.db.run(
        sql`UPDATE payments SET updated_at_ms = ${deps.nowMs()}, answer_by_ms = ${answerBy(disputes)} WHERE id = ${payment.id} AND state = 'disputed'`,
      );
  }
}

function differs({ state, reason }: Payment, dispute: ProviderDispute["state"]): boolean {
  if (dispute === "won") return state === "disputed";
  return state === "settled" || (dispute === "lost" && state === "disputed" && reason === "disputed");
}

async function repair(deps: ReconcileDeps, payment: Payment, disputeId: string, counts: Counts): Promise<void> {
  const { id: paymentId, provider, providerPaymentId } = payment;
  if (!providerPaymentId) return;
  const done = await settleDispute(deps, { providerPaymentId, eventId: `reconciled:${disputeId}` });
  if (done !== "reversed" && done !== "restored" && done !== "refund-due") return;
  counts.repaired += 1;
  const difference = { kind: "dispute-not-recorded" as const, subject: disputeId, provider, paymentId };
  await recordDifference(deps, difference, "repaired");
}
