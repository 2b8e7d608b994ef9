import { and, eq, gt, sql } from "drizzle-orm";
import { preparedOnce } from "~/db/prepared-once";
import { payments } from "~/db/schema/payments";
import { checkoutMinutesLeft, MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";

/** What the viewer has begun to pay and may still finish. */
export const openPaymentsQuery = preparedOnce(["userId", "nowMs"], (db, { userId, nowMs }) =>
  db
    .select({
      id: payments.id,
      caskId: payments.caskId,
      offerId: payments.offerId,
      purpose: payments.purpose,
      name: payments.productName,
      amountCents: payments.amountCents,
      receivedCents: payments.receivedCents,
      mode: payments.mode,
      expiresAtMs: payments.expiresAtMs,
      createdAtMs: payments.createdAtMs,
    })
    .from(payments)
    .where(
      and(eq(payments.userId, userId), sql`${payments.state} IN ('created', 'open')`, gt(payments.expiresAtMs, nowMs)),
    )
    .limit(MAX_OPEN_CHECKOUTS),
);

type Row = Awaited<ReturnType<typeof openPaymentsQuery>>[number];

export const openPaymentView = ({ expiresAtMs, createdAtMs, ...row }: Row, nowMs: number) => ({
  ...row,
  minutesLeft: checkoutMinutesLeft({ expiresAtMs, createdAtMs }, nowMs),
});
