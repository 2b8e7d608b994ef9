import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/rewards";
import { mapWork, rows, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { transferEach } from "~/core/ledger/transfer-each";
import type { OperatorAccess } from "~/core/session/guarded";

/** The bank's reference of each request that it has paid. */
export type References = Record<string, string>;

type Marking = { runId: string; references: References; operator: OperatorAccess };

/**
 * Matches the rows of a run with the bank's payments by reference; the others stay with the bank. It records what has
 * happened, so nothing but the run itself stands in its way: a dispute or a suspension since then is shown, and does not make the
 * money come back. Sending it twice has no further effect.
 * @returns the requests of it that are not paid under their reference now
 */
export function markPaid(db: Database, { runId, references, operator }: Marking): Work<string[]> {
  const { userId: operatorId, nowMs } = operator;
  const typed = sql`json_each(${JSON.stringify(references)})`;
  const referenceOf = sql`(SELECT typed.value FROM ${typed} AS typed WHERE typed.key = withdrawals.id)`;
  const ofRun = sql`withdrawals.id IN (SELECT withdrawal_id FROM payout_run_rows WHERE run_id = ${runId} AND released_at_ms IS NULL)
    AND withdrawals.id IN (SELECT key FROM ${typed})`;
  const isPaid = sql`${ofRun} AND withdrawals.state = 'paid' AND withdrawals.bank_reference = ${referenceOf}`;
  const statements = [
    db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = ${referenceOf}, updated_at_ms = ${nowMs}
      WHERE ${ofRun} AND withdrawals.state = 'sending' AND withdrawals.user_id <> ${operatorId}`),
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
  const paid = db.all<{ id: string }>(sql`SELECT withdrawals.id FROM withdrawals WHERE ${isPaid}`);
  return mapWork(writeThenRead(statements, rows(paid)), (found) => {
    const done = new Set(found.map(({ id }) => id));
    return Object.keys(references).filter((id) => !done.has(id));
  });
}
