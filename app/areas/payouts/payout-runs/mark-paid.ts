import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { withdrawals } from "~/db/schema/payouts";
import { mapWork, rows, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transferEach } from "~/core/ledger/transfer-each";
import type { OperatorAccess } from "~/core/session/guarded";

export type References = Record<string, string>;

type Paid = {
  which: SQL;
  reference: SQL;
  operator: OperatorAccess;
};

/** The money has left, so only the run itself stands in the way: a dispute or suspension since then is shown. Nobody marks their own. */
export function paidByBank(db: Database, { which, reference, operator }: Paid) {
  const { userId: operatorId, nowMs } = operator;
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
        by: operator,
        action: "withdrawal-paid",
        subject: sql`'withdrawal:' || id`,
        detail: withdrawals.bankReference,
      },
      { from: withdrawals, where: isPaid },
    ),
  ];
}

type Marking = { runId: string; references: References; operator: OperatorAccess };

/** @returns the requests that are not paid under their reference now */
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
