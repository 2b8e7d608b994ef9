import { eq, sql } from "drizzle-orm";
import { type Payment, payments } from "~/db/schema/payments";
import { answerBy, disputeStanding, settleDispute } from "~/areas/buying/settlement/settle-reversal";
import type { ProviderDispute, ProviderName } from "~/integrations/payments/port";
import type { Counts, ReconcileDeps } from "../reconcile-deps";
import { recordDifference } from "../record-difference";
import { compareAway } from "./check-refunds";

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
  let cursor: string | null = null;
  do {
    const page = await deps.books[provider].listDisputes({ fromMs, cursor });
    for (const dispute of page.rows) await checkListed(deps, dispute, counts);
    cursor = page.next;
  } while (cursor !== null);
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
  // Of what was given back a fee may have been kept.
  if (state === "refunded") return reason === "given-back";
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
