import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { partReturned } from "./record-manual-refund";
import { type NewCertificate, takeBack } from "./take-back";

// An operator gives settled money back. What it bought is taken back in the same batch, as when the provider returns money by
// itself; the money is owed from then on, and the outbox row that a trigger writes refunds it at the provider, once.

export type GiveBack = { payment: Payment; reason: string; operator: OperatorAccess } & NewCertificate;

export type GiveBackBlock = "not-settled" | "account-closed" | "refunded-in-part" | "stake-ended" | "withdrawn-from";

export type GiveBackOutcome =
  { ok: true } | { ok: false; code: GiveBackBlock | "given-back-otherwise" | "not-allowed" };

const ofStake = (which: SQL) =>
  sql`EXISTS (SELECT 1 FROM stakes AS bought JOIN casks AS whole ON whole.id = bought.cask_id
    WHERE bought.payment_id = payments.id AND ${which})`;

/** Why a payment cannot be given back; NULL: it can. Of a row of `payments`. */
export const giveBackBlock = sql<GiveBackBlock | null>`CASE
  WHEN payments.state <> 'settled' THEN 'not-settled'
  WHEN EXISTS (SELECT 1 FROM users AS buyers WHERE buyers.id = payments.user_id AND buyers.closed_at_ms IS NOT NULL) THEN 'account-closed'
  WHEN ${partReturned} THEN 'refunded-in-part'
  WHEN ${ofStake(sql`(bought.state = 'ended' OR whole.ended_on IS NOT NULL)`)} THEN 'stake-ended'
  WHEN ${ofStake(sql`EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.stake_id = bought.id AND withdrawals.state IN ('progress', 'sending', 'paid'))`)}
    THEN 'withdrawn-from' END`;

/** Repeating it has no further effect. Operators cannot refund themselves. */
export function giveBack(db: Database, input: GiveBack): Work<GiveBackOutcome> {
  const { payment, reason, operator } = input;
  const { userId: operatorId, nowMs } = operator;
  const { id } = payment;
  const auditId = `give-back:${id}`;
  const time = payment.reversals + 1;
  const given = sql`EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND state = 'refunding' AND reason = 'given-back' AND reversals = ${time})`;
  const statements = [
    recordAudit(
      db,
      { id: auditId, by: operator, action: "payment-given-back", subject: `payment:${id}`, detail: reason },
      {
        from: payments,
        where: sql`payments.id = ${id} AND reversals = ${payment.reversals} AND user_id <> ${operatorId}
          AND ${giveBackBlock} IS NULL`,
      },
    ),
    db.run(sql`UPDATE payments SET state = 'refunding', reason = 'given-back', reversals = ${time}, updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'settled' AND EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${auditId})`),
    ...takeBack(db, { ...input, time, reversed: given, to: house.unsettled, nowMs }),
  ];
  const found = db
    .select({
      block: giveBackBlock,
      ours: sql<string | null>`(SELECT detail FROM audit_log WHERE audit_log.id = ${auditId})`,
    })
    .from(payments)
    .where(eq(payments.id, id));
  return mapWork(writeThenRead(statements, row(found)), (now): GiveBackOutcome => {
    if (now?.ours) return now.ours === reason ? { ok: true } : { ok: false, code: "given-back-otherwise" };
    return { ok: false, code: now?.block ?? "not-allowed" };
  });
}
