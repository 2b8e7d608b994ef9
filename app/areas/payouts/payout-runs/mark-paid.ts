import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { mapWork, rows, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { transferEach } from "~/core/ledger/transfer-each";
import type { OperatorAccess } from "~/core/session/guarded";

/** The bank's reference of each request that it has paid. */
export type References = Record<string, string>;

type Paid = {
  /** Of the row of `withdrawals` at hand: it is one of them. */
  which: SQL;
  /** Of the same row: under which reference the bank paid it. */
  reference: SQL;
  operator: OperatorAccess;
};

/**
 * Records what the bank has paid. It has happened, so nothing but the run itself stands in its way: a dispute or a suspension since then
 * is shown, and does not make the money come back. Nobody marks their own.
 */
export function paidByBank(db: Database, { which, reference, operator: { userId: operatorId, nowMs } }: Paid) {
  const isPaid = sql`${which} AND withdrawals.state = 'paid' AND withdrawals.bank_reference = ${reference}`;
  return [
    db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = ${reference}, updated_at_ms = ${nowMs}
      WHERE ${which} AND withdrawals.state = 'sending' AND withdrawals.user_id <> ${operatorId}`),
    transferEach(
      db,
      {
        refersTo: sql<string>`'withdrawal:' || withdrawals.id`,
        name: "paid",
        debit: house.withdrawals,
        credit: house.bank,
        amount: sql<number>`withdrawals.amount_cents`,
        reason: sql<"withdrawal-paid">`'withdrawal-paid'`,
        nowMs,
      },
      sql`FROM withdrawals WHERE ${isPaid}`,
    ),
    recordAudit(
      db,
      {
        id: sql`'withdrawal:' || id || ':paid'`,
        actor: byOperator(operatorId),
        action: "withdrawal-paid",
        subject: sql`'withdrawal:' || id`,
        detail: withdrawals.bankReference,
        nowMs,
      },
      { from: withdrawals, where: isPaid },
    ),
  ];
}

type Marking = { runId: string; references: References; operator: OperatorAccess };

/**
 * Matches the rows of a run with the bank's payments by reference; the others stay with the bank. Sending it twice has no further effect.
 * @returns the requests of it that are not paid under their reference now
 */
export function markPaid(db: Database, { runId, references, operator }: Marking): Work<string[]> {
  const typed = sql`json_each(${JSON.stringify(references)})`;
  const reference = sql`(SELECT typed.value FROM ${typed} AS typed WHERE typed.key = withdrawals.id)`;
  const which = sql`withdrawals.id IN (SELECT withdrawal_id FROM payout_run_rows WHERE run_id = ${runId} AND released_at_ms IS NULL)
    AND withdrawals.id IN (SELECT key FROM ${typed})`;
  const paid = db.all<{ id: string }>(sql`SELECT withdrawals.id FROM withdrawals
    WHERE ${which} AND withdrawals.state = 'paid' AND withdrawals.bank_reference = ${reference}`);
  return mapWork(writeThenRead(paidByBank(db, { which, reference, operator }), rows(paid)), (found) => {
    const done = new Set(found.map(({ id }) => id));
    return Object.keys(references).filter((id) => !done.has(id));
  });
}
