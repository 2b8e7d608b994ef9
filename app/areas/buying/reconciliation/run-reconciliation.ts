import { eq, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { ProviderError, type ProviderName, type SessionState } from "~/integrations/payments/port";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { checkDisputes, checkRefunds } from "./check-reversals";
import { checkPayments, checkSessions, compareSession } from "./check-sessions";
import type { Counts, ReconcileDeps } from "./record-difference";

// Compares the providers' books with ours, both ways. The audit checks our own rules. It uses the providers' records rather than
// events, because a lost event is exactly what it must find. Running it twice, or two at once, changes nothing more.

type Reconciliation = Counts & { open: number; error: string | null };

/** A provider that cannot be reached is named in `error`; the rest is compared all the same. */
export async function reconcile(deps: ReconcileDeps, fromMs: number): Promise<Reconciliation> {
  const startedAtMs = deps.nowMs();
  const counts: Counts = { sessionsRead: 0, refundsRead: 0, paymentsRead: 0, repaired: 0 };
  const unreached: string[] = [];
  for (const provider of PROVIDER_NAMES) {
    try {
      const seen = await checkSessions(deps, provider, fromMs, counts);
      await checkPayments(deps, provider, fromMs, seen, counts);
      await checkRefunds(deps, provider, fromMs, counts);
      await checkDisputes(deps, provider, fromMs, counts);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      unreached.push(provider);
    }
  }
  if (unreached.length === 0) await recheckOpen(deps, startedAtMs);
  const [row] = await deps.db.all<{ open: number }>(sql`SELECT count(*) AS open FROM differences WHERE state = 'open'`);
  return {
    ...counts,
    open: row?.open ?? 0,
    error: unreached.length > 0 ? `not reached: ${unreached.join(", ")}` : null,
  };
}

/** How far back a timer run looks from the last run that reached every provider, or from the first if none has. Sessions live half an hour. */
const RECONCILE_SPAN_MS = 48 * 3_600_000;
const EVERY_MS = 3_600_000;
/** Longer than the platform lets a timer run: a run that has not finished by then has died, and the next one replaces it. */
const GIVEN_UP_MS = 1_200_000;

/**
 * Runs a requested reconciliation, or the hourly one if it is due. A provider's errors end up in the run's row.
 * @returns whether anything was run
 */
export async function runReconciliation(deps: ReconcileDeps): Promise<boolean> {
  const nowMs = deps.nowMs();
  await deps.db.run(sql`INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms)
    SELECT ${deps.newId("rec")}, 'system', ${nowMs}, coalesce((SELECT asked_at_ms FROM reconciliations
      WHERE finished_at_ms IS NOT NULL AND error IS NULL ORDER BY asked_at_ms DESC LIMIT 1),
      (SELECT min(asked_at_ms) FROM reconciliations), ${nowMs}) - ${RECONCILE_SPAN_MS}
    WHERE NOT EXISTS (SELECT 1 FROM reconciliations WHERE asked_at_ms > ${nowMs - EVERY_MS} OR finished_at_ms IS NULL)`);
  // Only one runner takes it; a run that died can be taken again.
  const [run] = await deps.db.all<{
    id: string;
    from_ms: number;
  }>(sql`UPDATE reconciliations SET started_at_ms = ${nowMs}
    WHERE id = (SELECT id FROM reconciliations WHERE finished_at_ms IS NULL
      AND (started_at_ms IS NULL OR started_at_ms <= ${nowMs - GIVEN_UP_MS}) ORDER BY asked_at_ms LIMIT 1)
    RETURNING id, from_ms`);
  if (!run) return false;
  const found = await reconcile(deps, run.from_ms);
  await deps.db
    .run(sql`UPDATE reconciliations SET finished_at_ms = ${deps.nowMs()}, sessions_read = ${found.sessionsRead},
    refunds_read = ${found.refundsRead}, payments_read = ${found.paymentsRead}, repaired = ${found.repaired}, open = ${found.open},
    error = ${found.error} WHERE id = ${run.id} AND finished_at_ms IS NULL`);
  deps.log("reconciled", {
    count: found.sessionsRead,
    outcome: `${found.repaired} repaired, ${found.open} open`,
    error: found.error,
  });
  return true;
}

type Open = { id: string; kind: string; subject: string; provider: ProviderName; payment_id: string | null };

const AT_MOST = 50;

/**
 * Rechecks differences of earlier runs that this run did not meet. A session is read again. Everything else stays until an operator has dealt with it.
 */
async function recheckOpen(deps: ReconcileDeps, startedAtMs: number): Promise<void> {
  const open = await deps.db.all<Open>(sql`SELECT id, kind, subject, provider, payment_id FROM differences
    WHERE state = 'open' AND last_seen_ms < ${startedAtMs} ORDER BY first_seen_ms LIMIT ${AT_MOST}`);
  for (const difference of open) {
    if (await isGone(deps, difference))
      await deps.db.run(sql`UPDATE differences SET state = 'gone' WHERE id = ${difference.id} AND state = 'open'`);
  }
}

async function isGone(deps: ReconcileDeps, { kind, subject, provider, payment_id: paymentId }: Open): Promise<boolean> {
  if (!paymentId || kind.startsWith("refund-") || kind === "session-unknown-to-provider") return false;
  const session = await readSession(deps, provider, subject);
  if (!session) return false;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  return compareSession(session, payment ?? null) === null;
}

/** null if the provider does not return it: nothing is known then, and the difference stays. */
async function readSession(
  deps: ReconcileDeps,
  provider: ProviderName,
  sessionId: string,
): Promise<SessionState | null> {
  return deps.checkout[provider].readSession(sessionId).catch((error: unknown) => {
    if (error instanceof ProviderError) return null;
    throw error;
  });
}
