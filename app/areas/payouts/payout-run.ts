import * as z from "zod";
import { type SQL, sql } from "drizzle-orm";
import { needsIdentityCheck } from "~/areas/holdings/payout-rules";
import { isPayable, leftToday, restsOnWordOf } from "~/areas/payouts/withdrawals/may-pay";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transferEach } from "~/core/ledger/transfer";
import type { OperatorAccess } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { payoutRunRows, payoutRuns, withdrawals } from "~/db/schema/payouts";
import { mapWork, row, rows, type Work, writeThenRead } from "~/db/work";

type References = Record<string, string>;

type Paid = { which: SQL; reference: SQL; operator: OperatorAccess };

/** The money has left, so only the run itself stands in the way: a dispute or suspension since then is shown. No one marks their own. */
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

// The batch that makes a run claims its requests: no investor, stop link or second run takes them back or pays them again.

const MOST = 200;

type Making = {
  /** Chosen when the form was made, so that sending it twice makes one run. */
  runId: string;
  operator: OperatorAccess;
};

/** A request that two must decide, or that something blocks, is paid by itself. */
const isPlain = ({ userId: operatorId, nowMs }: OperatorAccess): SQL => sql`withdrawals.state = 'progress'
  AND withdrawals.user_id <> ${operatorId} AND ${isPayable(nowMs)} AND NOT ${needsIdentityCheck("all that is open")}
  AND withdrawals.amount_cents <= ${setting("second_operator_above_cents", 0)} AND NOT ${restsOnWordOf(operatorId)}`;

const chosen = (operator: OperatorAccess, mostCents: SQL): SQL => sql`(SELECT id, place, amount_cents FROM (
  SELECT id, amount_cents, row_number() OVER due AS place, sum(amount_cents) OVER due AS sum_cents FROM (
    SELECT withdrawals.id, withdrawals.amount_cents, withdrawals.payable_from_ms FROM withdrawals
    WHERE ${isPlain(operator)} ORDER BY withdrawals.payable_from_ms, withdrawals.id LIMIT ${MOST})
  WINDOW due AS (ORDER BY payable_from_ms, id)) WHERE sum_cents <= ${mostCents})`;

/** @returns false where nothing could be taken */
export function makeRun(db: Database, { runId, operator }: Making): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const mine = sql`payout_runs.id = ${runId} AND payout_runs.operator_id = ${operatorId}`;
  const isNew = sql`EXISTS (SELECT 1 FROM payout_runs WHERE ${mine} AND payout_runs.made_at_ms = ${nowMs})
    AND NOT EXISTS (SELECT 1 FROM payout_run_rows AS taken WHERE taken.run_id = ${runId})`;
  const total = sql`(SELECT total_cents FROM payout_runs WHERE id = ${runId})`;
  const subject = `payout-run:${runId}`;
  const statements = [
    db.run(sql`INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
      SELECT ${runId}, (SELECT coalesce(max(number), 0) + 1 FROM payout_runs), ${operatorId}, found.rows, found.cents, ${nowMs}
      FROM (SELECT count(*) AS rows, sum(amount_cents) AS cents FROM ${chosen(operator, leftToday(operatorId, nowMs))}) AS found
      WHERE found.rows > 0 ON CONFLICT (id) DO NOTHING`),
    db.run(sql`INSERT INTO payout_run_rows (run_id, place, withdrawal_id)
      SELECT ${runId}, picked.place, picked.id FROM ${chosen(operator, total)} AS picked WHERE ${isNew}`),
    db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = ${nowMs}, updated_at_ms = ${nowMs} WHERE state = 'progress'
      AND id IN (SELECT withdrawal_id FROM payout_run_rows WHERE run_id = ${runId} AND released_at_ms IS NULL)`),
    recordAudit(
      db,
      {
        id: `${subject}:made`,
        by: operator,
        action: "payout-run-made",
        subject,
        detail: sql`number || ': ' || row_count || ' for ' || total_cents || ' cents'`,
      },
      { from: payoutRuns, where: sql`${mine} AND made_at_ms = ${nowMs}` },
    ),
    recordAudit(
      db,
      {
        id: sql`${`${subject}:`} || withdrawal_id`,
        by: operator,
        action: "payout-account-viewed",
        subject: sql`'withdrawal:' || withdrawal_id`,
        detail: subject,
      },
      { from: payoutRunRows, where: sql`run_id = ${runId} AND EXISTS (SELECT 1 FROM payout_runs WHERE ${mine})` },
    ),
  ];
  const made = db.all<{ made: number }>(sql`SELECT count(*) AS made FROM payout_runs WHERE ${mine}`);
  return mapWork(writeThenRead(statements, row(made)), (found) => found?.made === 1);
}

type CallingBack = { runId: string; reason: string; operator: OperatorAccess };

/** Undecided requests wait again, and can be cancelled, stopped or paid in another run. */
export function callBackRun(db: Database, { runId, reason, operator }: CallingBack): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const subject = `payout-run:${runId}`;
  const isNow = sql`payout_runs.id = ${runId} AND payout_runs.called_back_at_ms = ${nowMs} AND payout_runs.called_back_by = ${operatorId}`;
  const atBank = sql`EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.id = payout_run_rows.withdrawal_id AND withdrawals.state = 'sending')`;
  const statements = [
    db.run(sql`UPDATE payout_runs SET called_back_at_ms = ${nowMs}, called_back_by = ${operatorId}, call_back_reason = ${reason}
      WHERE id = ${runId} AND called_back_at_ms IS NULL
        AND EXISTS (SELECT 1 FROM payout_run_rows WHERE run_id = payout_runs.id AND released_at_ms IS NULL AND ${atBank})`),
    db.run(sql`UPDATE payout_run_rows SET released_at_ms = ${nowMs} WHERE run_id = ${runId} AND released_at_ms IS NULL
      AND ${atBank} AND EXISTS (SELECT 1 FROM payout_runs WHERE ${isNow})`),
    db.run(sql`UPDATE withdrawals SET state = 'progress', sent_at_ms = NULL, updated_at_ms = ${nowMs} WHERE state = 'sending'
      AND id IN (SELECT withdrawal_id FROM payout_run_rows WHERE run_id = ${runId} AND released_at_ms = ${nowMs})`),
    recordAudit(
      db,
      { id: `${subject}:called-back`, by: operator, action: "payout-run-called-back", subject, detail: reason },
      { from: payoutRuns, where: isNow },
    ),
  ];
  const found = db.all<{ done: number }>(
    sql`SELECT called_back_at_ms IS NOT NULL AS done FROM payout_runs WHERE id = ${runId}`,
  );
  return mapWork(writeThenRead(statements, row(found)), (now) => now?.done === 1);
}

const FIELD = "reference_";

export const referenceField = (withdrawalId: string) => `${FIELD}${withdrawalId}`;

const reasonSchema = z.string().trim().min(1).max(200);
const referenceSchema = z.string().trim().max(60);

export type RunFormErrors = { reason?: true; repeated?: string[]; long?: string[] };

type RunForm =
  | { ok: true; intent: "mark"; references: References }
  | { ok: true; intent: "call-back"; reason: string }
  | { ok: false; errors: RunFormErrors };

/** A reference belongs to one transfer, so two rows with the same one are a slip. Empty rows go on waiting. */
export function readRunForm(fields: Record<string, unknown>): RunForm {
  if (fields.intent === "call-back") {
    const reason = reasonSchema.safeParse(fields.reason);
    return reason.success
      ? { ok: true, intent: "call-back", reason: reason.data }
      : { ok: false, errors: { reason: true } };
  }
  if (fields.intent !== "mark") return { ok: false, errors: {} };
  const typed = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(FIELD) && typeof value === "string" && value.trim() !== ""
      ? [{ id: name.slice(FIELD.length), reference: value.trim() }]
      : [],
  );
  const long = typed.filter(({ reference }) => !referenceSchema.safeParse(reference).success).map(({ id }) => id);
  const repeated = typed
    .filter(({ id, reference }) => typed.some((other) => other.id !== id && other.reference === reference))
    .map(({ id }) => id);
  if (long.length + repeated.length > 0) return { ok: false, errors: { long, repeated } };
  return {
    ok: true,
    intent: "mark",
    references: Object.fromEntries(typed.map(({ id, reference }) => [id, reference])),
  };
}
