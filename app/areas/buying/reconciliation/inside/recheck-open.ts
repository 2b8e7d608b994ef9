import { eq, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { RANGED_RULES, STANDING_RULES } from "~/core/ledger/book-rules";
import { ProviderError, type ProviderName, type SessionState } from "~/integrations/payments/port";
import { compareSession } from "./compare-session";
import type { ReconcileDeps } from "../reconcile-deps";

type Open = { id: string; kind: string; subject: string; provider: ProviderName | null; payment_id: string | null };

const AT_MOST = 50;

/**
 * Rechecks differences of earlier runs that this run did not meet. A session is read again, and so is a row that broke a rule of
 * the books. Everything else stays until an operator has dealt with it.
 */
export async function recheckOpen(deps: ReconcileDeps, startedAtMs: number): Promise<void> {
  const open = await deps.db.all<Open>(sql`SELECT id, kind, subject, provider, payment_id FROM differences
    WHERE state = 'open' AND last_seen_ms < ${startedAtMs} ORDER BY first_seen_ms LIMIT ${AT_MOST}`);
  for (const difference of open) {
    if (await isGone(deps, difference))
      await deps.db.run(sql`UPDATE differences SET state = 'gone' WHERE id = ${difference.id} AND state = 'open'`);
  }
}

async function isGone(deps: ReconcileDeps, { kind, subject, provider, payment_id: paymentId }: Open): Promise<boolean> {
  if (kind === "books") return !(await stillBreaks(deps, subject));
  if (!provider || !paymentId || kind.startsWith("refund-") || kind === "session-unknown-to-provider") return false;
  const session = await readSession(deps, provider, subject);
  if (!session) return false;
  const [payment] = await deps.db.select().from(payments).where(eq(payments.id, paymentId));
  return compareSession(session, payment ?? null) === null;
}

/** `subject` names the rule and the row. The sums of accounts have their own check, and every run checks what is under way. */
async function stillBreaks({ db }: ReconcileDeps, subject: string): Promise<boolean> {
  const end = subject.lastIndexOf(": ");
  const [name, id] = [subject.slice(0, end), subject.slice(end + 2)];
  const rule = RANGED_RULES[name];
  if (!rule) return !Object.hasOwn(STANDING_RULES, name);
  const [found] = await db.all(sql`SELECT 1 FROM ${sql.raw(rule.table)}
    WHERE ${sql.raw(rule.key)} = ${id} AND (${sql.raw(rule.breach)})`);
  return found !== undefined;
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
