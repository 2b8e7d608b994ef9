import { asc, eq, inArray, or, sql } from "drizzle-orm";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { type Payment, payments } from "~/db/schema/payments";
import { ProviderError, type ProviderName, type SessionState } from "~/integrations/payments/port";
import { type Counts, pagesOf, type ReconcileDeps, recordDifference } from "./record-difference";

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
  for await (const page of pagesOf((cursor) => deps.books[provider].listSessions({ fromMs, cursor }))) {
    const known = await findPayments(deps, page);
    for (const session of page) {
      seen.add(session.sessionId);
      await repairSession(deps, provider, session, paymentOf(session, known), counts).catch((error: unknown) => {
        // About this one session; the others are compared all the same.
        if (!(error instanceof ProviderError) || error.code !== "rejected") throw error;
        deps.log("session-refused", { provider, paymentId: session.paymentId });
      });
    }
    counts.sessionsRead += page.length;
  }
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
  let last: Pick<Payment, "createdAtMs" | "id"> | undefined = { createdAtMs: fromMs, id: "" };
  while (last) {
    const page: Payment[] = await deps.db
      .select()
      .from(payments)
      .where(
        sql`provider = ${provider} AND provider_session_id IS NOT NULL AND (created_at_ms, id) > (${last.createdAtMs}, ${last.id})`,
      )
      .orderBy(asc(payments.createdAtMs), asc(payments.id))
      .limit(PAGE);
    for (const payment of page) {
      counts.paymentsRead += 1;
      const sessionId = payment.providerSessionId;
      if (sessionId && !seen.has(sessionId)) await checkUnseen(deps, payment, sessionId, counts);
    }
    last = page[PAGE - 1];
  }
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

/**
 * Repairs a difference through the ordinary settlement, or keeps it for an operator. Both sides are read again first, because
 * a payment may have moved on since the list was read.
 * @throws ProviderError
 */
async function repairSession(
  deps: ReconcileDeps,
  provider: ProviderName,
  listed: SessionState,
  known: Payment | null,
  counts: Counts,
): Promise<void> {
  if (compareSession(listed, known) === null) return;
  const [session, payment] = await Promise.all([
    deps.checkout[provider].readSession(listed.sessionId),
    known ? findPayment(deps, known.id) : null,
  ]);
  const kind = compareSession(session, payment);
  if (kind === null) return;
  const repaired = await repair(deps, provider, session, payment, kind);
  if (repaired === "not-needed") return;
  counts.repaired += repaired === "repaired" ? 1 : 0;
  const difference = { kind, subject: session.sessionId, provider, paymentId: session.paymentId };
  await recordDifference(deps, { ...difference, detail: figures(session, payment) }, repaired);
}

type Outcome = "repaired" | "open" | "not-needed";

async function repair(
  deps: ReconcileDeps,
  provider: ProviderName,
  session: SessionState,
  payment: Payment | null,
  kind: SessionDifference,
): Promise<Outcome> {
  const { sessionId } = session;
  switch (kind) {
    case "paid-not-settled":
    case "over-but-open":
      await settlePayment(deps, { sessionId, provider });
      return compareSession(session, payment && (await findPayment(deps, payment.id))) ? "open" : "repaired";
    case "ended-but-payable": {
      const now = await deps.checkout[provider].expireSession(sessionId);
      // Without such a call sessions end by themselves, and a late payment is settled or refunded.
      if (now === "unsupported") return "not-needed";
      if (now === "complete") await settlePayment(deps, { sessionId, provider });
      return "repaired";
    }
    case "paid-twice":
    case "paid-for-unknown-payment":
    case "settled-not-paid":
    case "amount-differs":
      return "open";
  }
}

async function findPayment({ db }: ReconcileDeps, paymentId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

const figures = (session: SessionState, payment: Payment | null) =>
  JSON.stringify({
    provider: { status: session.status, paid: session.paid, amountCents: session.amountCents ?? session.arrivedCents },
    ours: payment && { state: payment.state, amountCents: payment.amountCents, receivedCents: payment.receivedCents },
  });

type SessionDifference =
  /** Paid at the provider but not applied here: no event came, or it had no effect. */
  | "paid-not-settled"
  /** Two sessions of one payment are paid; this is not the one that counts. */
  | "paid-twice"
  /** Paid, and names a payment of ours that does not exist. */
  | "paid-for-unknown-payment"
  | "settled-not-paid"
  | "amount-differs"
  | "over-but-open"
  | "ended-but-payable";

const OURS = /^pay_/;
const ENDED = new Set<Payment["state"]>(["expired", "cancelled", "failed"]);
const APPLIED = new Set<Payment["state"]>(["settled", "refunding", "refunded", "disputed"]);

/** @param payment the payment that the session names; null if we have none with that id */
export function compareSession(session: SessionState, payment: Payment | null): SessionDifference | null {
  // Other products may share the provider's account: a session that names none of our payments does not concern us.
  if (!payment) return session.paid && OURS.test(session.paymentId ?? "") ? "paid-for-unknown-payment" : null;
  if (session.paid) return comparePaid(session, payment);
  // What arrives after the first part is owed goes back by hand as well.
  if (payment.reason === "underpaid")
    return (session.arrivedCents ?? 0) > (payment.receivedCents ?? 0) ? "amount-differs" : null;
  const another = payment.providerSessionId !== null && payment.providerSessionId !== session.sessionId;
  if (another) return session.status === "open" ? "ended-but-payable" : null;
  if (APPLIED.has(payment.state)) return "settled-not-paid";
  if (session.arrivedCents && ENDED.has(payment.state)) return "paid-not-settled";
  if (session.status === "expired" && payment.state === "open") return "over-but-open";
  return session.status === "open" && ENDED.has(payment.state) ? "ended-but-payable" : null;
}

function comparePaid(session: SessionState, payment: Payment): SessionDifference | null {
  if (!APPLIED.has(payment.state)) return "paid-not-settled";
  // Applied money is identified by the provider's payment id, whichever session it came through.
  if (session.providerPaymentId !== payment.providerPaymentId) return "paid-twice";
  return session.amountCents === payment.receivedCents ? null : "amount-differs";
}
