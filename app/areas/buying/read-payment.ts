import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { manualRefunds, payments } from "~/db/schema/payments";
import { certificates, stakes } from "~/db/schema/stakes";
import { row, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { enqueue } from "~/core/outbox/enqueue";
import type { Session } from "~/core/session/session";
import { refundCameBack } from "~/areas/buying/settlement/record-manual-refund";

export async function readOwnPayment(
  { db }: Deps,
  session: Session,
  paymentId: string,
): Promise<OwnPayment | undefined> {
  const { result } = await session.read(({ userId }) => row(ownPaymentQuery(db, { userId, paymentId })));
  return result;
}

/**
 * The buyer gives up an open payment. Queues the closing of the session, which frees the stake or finds that the payment went
 * through after all. The provider decides that; this only asks. One round trip.
 */
export async function closeOwnPayment(
  { db }: Deps,
  session: Session,
  paymentId: string,
): Promise<OwnPayment | undefined> {
  const { result } = await session.write(({ userId, nowMs, live }) =>
    together({
      payment: row(ownPaymentQuery(db, { userId, paymentId })),
      asked: writes(
        enqueue(db, "expire-session", {
          subject: paymentId,
          nowMs,
          of: sql`FROM payments WHERE id = ${paymentId} AND user_id = ${userId} AND state = 'open' AND ${live}`,
        }),
      ),
    }),
  );
  return result.payment;
}

function ownPaymentQuery(db: Database, { userId, paymentId }: { userId: string; paymentId: string }) {
  return db
    .select({
      payment: payments,
      stakeId: sql<string | null>`${stakes.id}`.as("stake_id"),
      stakeNumber: stakes.number,
      cask: {
        name: casks.name,
        caskType: casks.caskType,
        totalStakes: casks.totalStakes,
        soldStakes: casks.soldStakes,
      },
      certificateId: sql<string | null>`${certificates.id}`.as("certificate_id"),
      /** The reference by which the buyer finds money that was sent back by hand. */
      refundReference: manualRefunds.reference,
      refundCameBack: sql<number>`${refundCameBack}`.as("refund_came_back"),
      certificateState: sql<"pending" | "issued" | null>`${certificates.state}`.as("certificate_state"),
    })
    .from(payments)
    .leftJoin(casks, eq(casks.id, payments.caskId))
    .leftJoin(manualRefunds, eq(manualRefunds.paymentId, payments.id))
    .leftJoin(stakes, eq(stakes.paymentId, payments.id))
    .leftJoin(certificates, and(eq(certificates.stakeId, stakes.id), sql`${certificates.state} <> 'void'`))
    .where(and(eq(payments.id, paymentId), eq(payments.userId, userId)));
}

export type OwnPayment = Awaited<ReturnType<typeof ownPaymentQuery>>[number];
