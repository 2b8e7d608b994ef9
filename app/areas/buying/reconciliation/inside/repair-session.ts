import { eq } from "drizzle-orm";
import { type Payment, payments } from "~/db/schema/payments";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import type { ProviderName, SessionState } from "~/integrations/payments/port";
import { compareSession, type SessionDifference } from "./compare-session";
import { keepStray } from "./keep-stray";
import type { Counts, ReconcileDeps } from "../reconcile-deps";
import { recordDifference } from "../record-difference";

/**
 * Repairs a difference through the ordinary settlement, or keeps it for an operator. Both sides are read again first, because
 * a payment may have moved on since the list was read.
 * @throws ProviderError
 */
export async function repairSession(
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
      return (await stillDiffers(deps, session, payment)) ? "open" : "repaired";
    case "ended-but-payable": {
      const now = await deps.checkout[provider].expireSession(sessionId);
      // Without such a call sessions end by themselves, and a late payment is settled or refunded.
      if (now === "unsupported") return "not-needed";
      if (now === "complete") await settlePayment(deps, { sessionId, provider });
      return "repaired";
    }
    case "paid-twice":
      return payment ? keepStray(deps, provider, session, payment) : "open";
    case "paid-for-unknown-payment":
    case "settled-not-paid":
    case "amount-differs":
      return "open";
  }
}

async function stillDiffers(deps: ReconcileDeps, session: SessionState, payment: Payment | null): Promise<boolean> {
  const now = payment && (await findPayment(deps, payment.id));
  return compareSession(session, now) !== null;
}

async function findPayment({ db }: ReconcileDeps, paymentId: string): Promise<Payment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

const figures = (session: SessionState, payment: Payment | null) =>
  JSON.stringify({
    provider: { status: session.status, paid: session.paid, amountCents: session.amountCents },
    ours: payment && { state: payment.state, amountCents: payment.amountCents, receivedCents: payment.receivedCents },
  });
