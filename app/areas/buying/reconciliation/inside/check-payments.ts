import { and, asc, eq, gt, gte, isNotNull, or } from "drizzle-orm";
import { type Payment, payments } from "~/db/schema/payments";
import { ProviderError, type ProviderName } from "~/integrations/payments/port";
import type { Counts, ReconcileDeps } from "../reconcile-deps";
import { recordDifference } from "../record-difference";
import { repairSession } from "./repair-session";

const PAGE = 100;

/**
 * Compares our payments with the provider's sessions. A session that its list did not contain is read by id; if the provider
 * does not know it, that is a difference for an operator.
 * @throws ProviderError
 */
export async function checkPayments(
  deps: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  seen: ReadonlySet<string>,
  counts: Counts,
): Promise<void> {
  let last: Payment | null = null;
  do {
    const page: Payment[] = await readPage(deps, provider, fromMs, last);
    for (const payment of page) {
      counts.paymentsRead += 1;
      const sessionId = payment.providerSessionId;
      if (sessionId && !seen.has(sessionId)) await checkUnseen(deps, payment, sessionId, counts);
    }
    last = page.length === PAGE ? (page.at(-1) ?? null) : null;
  } while (last !== null);
}

async function readPage(
  { db }: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  last: Payment | null,
): Promise<Payment[]> {
  const after = last
    ? or(
        gt(payments.createdAtMs, last.createdAtMs),
        and(eq(payments.createdAtMs, last.createdAtMs), gt(payments.id, last.id)),
      )
    : undefined;
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        gte(payments.createdAtMs, last?.createdAtMs ?? fromMs),
        isNotNull(payments.providerSessionId),
        after,
      ),
    )
    .orderBy(asc(payments.createdAtMs), asc(payments.id))
    .limit(PAGE);
}

async function checkUnseen(deps: ReconcileDeps, payment: Payment, sessionId: string, counts: Counts): Promise<void> {
  const { provider } = payment;
  try {
    const session = await deps.checkout[provider].readSession(sessionId);
    await repairSession(deps, provider, session, payment, counts);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== "rejected") throw error;
    const difference = {
      kind: "session-unknown-to-provider" as const,
      subject: sessionId,
      provider,
      paymentId: payment.id,
    };
    await recordDifference(deps, { ...difference, detail: JSON.stringify({ ours: payment.state }) }, "open");
  }
}
