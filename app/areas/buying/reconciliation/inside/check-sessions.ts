import { inArray, or } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import type { Payment } from "~/areas/buying/started-payment";
import { ProviderError, type ProviderName, type SessionState } from "~/integrations/payments/port";
import { repairSession } from "./repair-session";
import type { Counts, ReconcileDeps } from "../reconcile-deps";

/**
 * Compares the provider's sessions with our payments, page by page.
 * @returns the ids of the sessions seen
 * @throws ProviderError
 */
export async function checkSessions(
  deps: ReconcileDeps,
  provider: ProviderName,
  fromMs: number,
  counts: Counts,
): Promise<Set<string>> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page = await deps.books[provider].listSessions({ fromMs, cursor });
    const known = await findPayments(deps, page.rows);
    for (const session of page.rows) {
      seen.add(session.sessionId);
      await repairSession(deps, provider, session, paymentOf(session, known), counts).catch((error: unknown) => {
        // About this one session; the others are compared all the same.
        if (!(error instanceof ProviderError) || error.code !== "rejected") throw error;
        deps.log("session-refused", { provider, paymentId: session.paymentId });
      });
    }
    counts.sessionsRead += page.rows.length;
    cursor = page.next;
  } while (cursor !== null);
  return seen;
}

// D1 binds at most a hundred values, so a page of a hundred sessions is queried in halves.
const AT_ONCE = 45;

async function findPayments({ db }: ReconcileDeps, sessions: SessionState[]): Promise<Payment[]> {
  const found: Payment[] = [];
  for (let i = 0; i < sessions.length; i += AT_ONCE) {
    const some = sessions.slice(i, i + AT_ONCE);
    const sessionIds = some.map(({ sessionId }) => sessionId);
    const paymentIds = some.flatMap(({ paymentId }) => paymentId ?? []);
    found.push(
      ...(await db
        .select()
        .from(payments)
        .where(or(inArray(payments.providerSessionId, sessionIds), inArray(payments.id, paymentIds)))),
    );
  }
  return found;
}

/** Found by the stored session id, or by the payment that the session names if the id was never stored. */
function paymentOf(session: SessionState, known: Payment[]): Payment | null {
  return (
    known.find((payment) => payment.providerSessionId === session.sessionId) ??
    known.find((payment) => payment.id === session.paymentId) ??
    null
  );
}
