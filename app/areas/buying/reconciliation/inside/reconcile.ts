import { sql } from "drizzle-orm";
import { ProviderError, type ProviderName } from "~/integrations/payments/port";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { checkBooks } from "./check-books";
import { checkDisputes } from "./check-disputes";
import { checkPayments } from "./check-payments";
import { checkRefunds } from "./check-refunds";
import { checkSessions } from "./check-sessions";
import { refundStray } from "./keep-stray";
import { recheckOpen } from "./recheck-open";
import type { Counts, ReconcileDeps } from "../reconcile-deps";

// Compares the providers' books with ours, both ways, then checks our own rules. It uses the providers' records rather than
// events, because a lost event is exactly what it must find. Running it twice, or two at once, changes nothing more.

export type Reconciliation = Counts & { open: number; error: string | null };

/** A provider that cannot be reached is named in `error`; the rest is compared all the same. */
export async function reconcile(deps: ReconcileDeps, fromMs: number): Promise<Reconciliation> {
  const startedAtMs = deps.nowMs();
  const counts: Counts = { sessionsRead: 0, refundsRead: 0, paymentsRead: 0, repaired: 0 };
  const unreached: string[] = [];
  for (const provider of PROVIDER_NAMES) {
    try {
      await retryStrays(deps, provider);
      const seen = await checkSessions(deps, provider, fromMs, counts);
      await checkPayments(deps, provider, fromMs, seen, counts);
      await checkRefunds(deps, provider, fromMs, counts);
      await checkDisputes(deps, provider, fromMs, counts);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      unreached.push(provider);
    }
  }
  await checkBooks(deps);
  if (unreached.length === 0) await recheckOpen(deps, startedAtMs);
  const [row] = await deps.db.all<{ open: number }>(sql`SELECT count(*) AS open FROM differences WHERE state = 'open'`);
  return {
    ...counts,
    open: row?.open ?? 0,
    error: unreached.length > 0 ? `not reached: ${unreached.join(", ")}` : null,
  };
}

/** Resumes interrupted refunds of stray receipts, at most 50 per run. */
async function retryStrays(deps: ReconcileDeps, provider: ProviderName): Promise<void> {
  const rows = await deps.db.all<{ session_id: string }>(
    sql`SELECT session_id FROM stray_receipts WHERE state = 'refunding' AND provider = ${provider} ORDER BY created_at_ms LIMIT 50`,
  );
  for (const { session_id: sessionId } of rows) await refundStray(deps, sessionId);
}
