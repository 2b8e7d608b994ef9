import { and, eq, gt, sql } from "drizzle-orm";
import { preparedOnce } from "~/db/prepared-once";
import { payments } from "~/db/schema/payments";
import { MAX_OPEN_CHECKOUTS, SESSION_LIFETIME_MS } from "~/domain/checkout-window";

/** What the viewer has begun to pay and may still finish. */
export const openPaymentsQuery = preparedOnce(["userId", "nowMs"], (db, { userId, nowMs }) =>
  db
    .select({
      id: payments.id,
      caskId: payments.caskId,
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

/** Ends with its checkout session, or with the hold if that is sooner. */
export function openPaymentView({ expiresAtMs, createdAtMs, ...row }: Row, nowMs: number) {
  const endsAtMs = Math.min(expiresAtMs, createdAtMs + SESSION_LIFETIME_MS);
  return { ...row, minutesLeft: Math.max(1, Math.ceil((endsAtMs - nowMs) / 60_000)) };
}
