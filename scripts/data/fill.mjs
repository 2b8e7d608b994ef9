import { fillAround, fillPaidOut, fillUnpaid } from "./around.mjs";
import { CASKS_ON_OFFER, fillSold } from "./sold.mjs";
import { openWriter, WAITING } from "./writer.mjs";

// Statements that fill an empty database as years of selling leave it: whole tables at once, written without triggers, so that
// the last of them calculate what the triggers would have kept. The books' own rules hold on the result.

/** The investor looked at: holds 50 stakes of 10 casks. */
export const VIEWER = "usr_00000000";

/** The shares of a book with so many stakes. */
function dataSize(stakes) {
  return {
    stakes,
    casks: Math.min(2_000, Math.max(CASKS_ON_OFFER + 8, Math.ceil(stakes / 500))),
    people: Math.min(100_000, Math.max(200, Math.ceil(stakes / 10))),
  };
}

/** @param {{ stakes: number, casks: number, people: number }} size @param {number} endMs the last moment that anything happened at */
function fillStatements(size, endMs) {
  const writer = openWriter(endMs);
  for (const fill of [fillSold, fillUnpaid, fillPaidOut, fillAround]) fill(writer, size);
  return [...writer.statements, ...KEPT, countDue(endMs), ...closedMonths(endMs)];
}

/** What triggers keep, recalculated. */
const KEPT = [
  "UPDATE casks SET sold_stakes = (SELECT count(*) FROM stakes WHERE cask_id = casks.id)",
  `UPDATE accounts SET credits_total = coalesce((SELECT sum(amount) FROM transfers WHERE credit_account_id = accounts.id), 0),
    debits_total = coalesce((SELECT sum(amount) FROM transfers WHERE debit_account_id = accounts.id), 0)`,
  `UPDATE stakes SET (certificate_id, certificate_code, certificate_state, certificate_at_ms) =
    (SELECT id, code, state, created_at_ms FROM certificates WHERE stake_id = stakes.id AND state <> 'void')`,
  `UPDATE casks SET counted_values = (SELECT json_group_array(json_array(valued_on, value_cents, tier, method, source)
    ORDER BY valued_on, created_at_ms, id) FROM valuations WHERE cask_id = casks.id)`,
  `UPDATE tallies SET withdrawals = (SELECT count(*) FROM withdrawals WHERE state = 'progress'),
    sending = (SELECT count(*) FROM withdrawals WHERE state = 'sending'),
    rewards = (SELECT count(*) FROM referrals WHERE state IN ('held', 'pending')),
    dead_letters = ${WAITING}, differences = ${WAITING}, support = ${WAITING}, published = (SELECT count(*) FROM casks)`,
];

/** As two operators closed every month but the last two, which are being closed and running. */
function closedMonths(endMs) {
  const month = (column) => `strftime('%Y-%m', ${column} / 1000, 'unixepoch')`;
  const until = "unixepoch(month || '-01', '+1 month') * 1000";
  const leg = (
    side,
    debit,
    credit,
  ) => `SELECT ${month("created_at_ms")} AS month, iif(${side} >= 'user:', 'investors', ${side}) AS account,
    ${debit} AS debit, ${credit} AS credit FROM transfers WHERE currency = 'USD'`;
  const isOver = `month < strftime('%Y-%m', ${endMs} / 1000, 'unixepoch', 'start of month', '-1 month')`;
  const months = `SELECT ${month("created_at_ms")} AS month, count(*) AS rows FROM transfers GROUP BY 1`;
  return [
    `INSERT INTO change_proposals (id, kind, subject, was, becomes, state, proposed_by, proposed_at_ms, expires_at_ms, decided_by, decided_at_ms)
      SELECT 'chg_' || month, 'month-close', 'month:' || month, 'open', rows || ' rows', 'confirmed', 'usr_00000001', ${until}, ${until} + 1, 'usr_00000002', ${until}
      FROM (${months}) WHERE ${isOver}`,
    `INSERT INTO book_months (month, until_ms, row_count, proposal_id, closed_at_ms)
      SELECT month, ${until}, rows, 'chg_' || month, ${until} FROM (${months}) WHERE ${isOver}`,
    `INSERT INTO book_balances (month, account, opening_cents, debit_cents, credit_cents, closing_cents)
      SELECT month, account, closing - credits + debits, debits, credits, closing
      FROM (SELECT month, account, debits, credits, sum(credits - debits) OVER (PARTITION BY account ORDER BY month) AS closing
        FROM (SELECT month, account, sum(debit) AS debits, sum(credit) AS credits
          FROM (${leg("debit_account_id", "amount", "0")} UNION ALL ${leg("credit_account_id", "0", "amount")}) GROUP BY month, account))
      WHERE ${isOver}`,
  ];
}

/** What the timer keeps. */
const countDue = (endMs) => `UPDATE tallies SET due_until_ms = ${endMs},
  due = (SELECT count(*) FROM withdrawals WHERE state = 'progress' AND payable_from_ms <= ${endMs})`;

/** Runs `fill` without the triggers, which are put back as they were. */
async function withoutTriggers(db, fill) {
  const { results: triggers } = await db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) await db.prepare(`DROP TRIGGER ${name}`).run();
  await fill();
  for (const { sql } of triggers) await db.prepare(sql).run();
}

/** Fills an empty, migrated D1 database. @param {D1Database} db */
export async function fillData(db, stakes, endMs) {
  await withoutTriggers(db, async () => {
    for (const statement of fillStatements(dataSize(stakes), endMs)) await db.prepare(statement).run();
  });
}
