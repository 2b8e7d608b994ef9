import { fillAround, fillPaidOut, fillUnpaid } from "./around.mjs";
import { CASKS_ON_OFFER, fillSold } from "./sold.mjs";
import { openWriter } from "./writer.mjs";

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
  return [...writer.statements, ...KEPT];
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
];

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
