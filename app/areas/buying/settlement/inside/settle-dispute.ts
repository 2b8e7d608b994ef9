import { eq, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import type { Deps } from "~/core/deps";
import { answerBy, disputeStanding, type DisputeStanding } from "./dispute-standing";
import { restorePayment } from "./restore-payment";
import { type ReverseResult, reversePayment } from "../reverse-payment";

export type DisputeResult = ReverseResult | "restored" | "refund-due" | "unknown-dispute";

/**
 * Brings a payment to where its disputes stand at the provider, who is asked: an event only says that there is something to
 * ask about. @throws ProviderError
 */
export async function settleDispute(
  deps: Pick<Deps, "db" | "checkout" | "nowMs" | "newId" | "newCode" | "log">,
  { providerPaymentId, eventId }: { providerPaymentId: string; eventId: string },
): Promise<DisputeResult> {
  const [payment] = await deps.db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId));
  if (!payment) return "unknown-payment";
  const disputes = await deps.checkout[payment.provider].readDisputes(providerPaymentId);
  const standing = disputeStanding(disputes);
  if (standing === "unknown") return "unknown-dispute";
  if (takesBack(standing)) {
    const done = await reversePayment(deps, { eventId, providerPaymentId, because: "disputed", inFull: true });
    if (standing === "lost") await rememberLost(deps, payment.id);
    else if (answerBy(disputes) !== payment.answerByMs) await rememberDay(deps, payment.id, answerBy(disputes));
    return done;
  }
  return payment.state === "disputed" ? restorePayment(deps, payment) : "nothing-to-reverse";
}

const takesBack = (standing: DisputeStanding) => standing === "open" || standing === "lost";

async function rememberDay({ db }: Pick<Deps, "db">, paymentId: string, answerByMs: number | null): Promise<void> {
  await db.run(sql`UPDATE payments SET answer_by_ms = ${answerByMs} WHERE id = ${paymentId} AND state = 'disputed'`);
}

/** No longer asked about. */
async function rememberLost({ db }: Pick<Deps, "db">, paymentId: string): Promise<void> {
  await db.run(
    sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${paymentId} AND state = 'disputed' AND reason = 'disputed'`,
  );
}
