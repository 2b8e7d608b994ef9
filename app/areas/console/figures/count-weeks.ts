import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { weekFigures } from "~/db/schema/figures";
import { mapWork, row, rows, runWork, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import { balanceAt } from "~/core/ledger/balance-at";
import { readOwedCash } from "~/core/ledger/owed-cash";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { payoutDue } from "~/domain/payout-due";
import { middleOf } from "~/domain/service-clock";
import { supportDueMs } from "~/domain/support-due";
import { mondayOf, WEEK_MS } from "~/domain/week";

/** What the page shows. */
export const WEEKS = 26;
/** A week is counted again until its accounts have had so long to activate and to buy, and its questions to be answered. */
const FOLLOWED_MS = 4 * WEEK_MS;
const EVERY_MS = 3_600_000;
/** The week itself each hour, what it leaves behind once a day. */
const PAST_EVERY_MS = 24 * EVERY_MS;
/** Of one run, so that half a year that was never counted is no long one. */
const MOST = 4;

export type WeekFigures = typeof weekFigures.$inferSelect;

/**
 * Counts the weeks whose figures are missing or may have changed, the latest first. A job of the timer: one round trip a minute, and two more for
 * each week that is due. Reads the rows of those weeks and no others.
 */
export async function countWeeks({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  for (const week of await runWork(db, readDueWeeks(db, nowMs)))
    await runWork(db, keep(db, await runWork(db, countWeek(db, week, nowMs))));
}

function readDueWeeks(db: Database, nowMs: number): Work<CalendarDate[]> {
  const newest = mondayOf(dateOf(nowMs));
  const kept = db.all<{ week: string; atMs: number }>(
    sql`SELECT week, counted_at_ms AS atMs FROM week_figures ORDER BY week DESC LIMIT ${WEEKS}`,
  );
  const first = db.all<{ ms: number | null }>(sql`SELECT min(created_at_ms) AS ms FROM users`);
  return mapWork(together({ kept: rows(kept), first: row(first) }), (found) => {
    const oldest = mondayOf(dateOf(found.first?.ms ?? nowMs));
    const countedAt = new Map(found.kept.map(({ week, atMs }) => [week, atMs]));
    const isDue = (week: CalendarDate) => {
      const atMs = countedAt.get(week);
      if (atMs === undefined) return true;
      const isFinal = atMs >= Date.parse(week) + WEEK_MS + FOLLOWED_MS;
      return !isFinal && atMs <= nowMs - (week === newest ? EVERY_MS : PAST_EVERY_MS);
    };
    const weeks = Array.from({ length: WEEKS }, (_, back) => addDays(newest, -7 * back));
    return weeks.filter((week) => week >= oldest && isDue(week)).slice(0, MOST);
  });
}

const within = (column: SQL, fromMs: number): SQL => sql`${column} >= ${fromMs} AND ${column} < ${fromMs + WEEK_MS}`;
const ofMoney = (column: SQL): SQL =>
  sql`${column} IN (${sql.join(
    MONEY_ACCOUNTS.map((account) => sql`${account}`),
    sql`, `,
  )})`;

type Took = { startMs: number; doneMs: number };

function countWeek(db: Database, week: CalendarDate, nowMs: number): Work<WeekFigures> {
  const fromMs = Date.parse(week);
  const work = together({
    money: row(moneyQuery(db, fromMs)),
    owed: readOwedCash(db, fromMs + WEEK_MS),
    paid: rows(paidQuery(db, fromMs)),
    answered: rows(answeredQuery(db, fromMs)),
    accounts: row(accountsQuery(db, fromMs)),
  });
  return mapWork(work, ({ money, owed, paid, answered, accounts }) => ({
    week,
    countedAtMs: nowMs,
    inCents: money?.inCents ?? 0,
    outCents: money?.outCents ?? 0,
    heldCents: money?.heldCents ?? 0,
    owedCents: owed,
    paid: paid.length,
    paidLate: paid.filter(({ startMs, doneMs }) => payoutDue(startMs, doneMs).state === "late").length,
    paidMedianMs: middleOf(paid.map(tookMs)),
    answered: answered.length,
    answeredLate: answered.filter(({ startMs, doneMs }) => supportDueMs(startMs) < doneMs).length,
    answeredMedianMs: middleOf(answered.map(tookMs)),
    accounts: accounts?.made ?? 0,
    activated: accounts?.activated ?? 0,
    bought: accounts?.bought ?? 0,
  }));
}

const tookMs = ({ startMs, doneMs }: Took) => Math.max(0, doneMs - startMs);

/** What moves between two accounts that hold money neither comes in nor goes out. */
const moneyQuery = (db: Database, fromMs: number) => {
  const moved = (one: SQL, other: SQL) => sql`(SELECT coalesce(sum(amount), 0) FROM transfers
    WHERE ${ofMoney(one)} AND ${within(sql`created_at_ms`, fromMs)} AND NOT ${ofMoney(other)})`;
  const [debit, credit] = [sql`debit_account_id`, sql`credit_account_id`];
  return db.all<Pick<WeekFigures, "inCents" | "outCents" | "heldCents">>(
    sql`SELECT ${moved(debit, credit)} AS inCents, ${moved(credit, debit)} AS outCents,
      (SELECT coalesce(sum(-${balanceAt(fromMs + WEEK_MS)}), 0) FROM accounts WHERE ${ofMoney(sql`id`)}) AS heldCents`,
  );
};

/** 'Not in progress' adds nothing to 'paid' but the words of the partial index `withdrawals_decided`, which SQLite uses only where it finds them. */
const paidQuery = (db: Database, fromMs: number) =>
  db.all<Took>(sql`SELECT payable_from_ms AS startMs, updated_at_ms AS doneMs FROM withdrawals
    WHERE state = 'paid' AND state <> 'progress' AND ${within(sql`updated_at_ms`, fromMs)}`);

/** What was closed without an answer was no question, or was taken back. */
const answeredQuery = (db: Database, fromMs: number) => {
  const asked = within(sql`created_at_ms`, fromMs);
  const took = sql`SELECT created_at_ms AS startMs, answered_at_ms AS doneMs FROM support_requests`;
  return db.all<Took>(sql`${took} WHERE answered_at_ms IS NOT NULL AND closed_at_ms IS NULL AND ${asked}
    UNION ALL ${took} WHERE closed_at_ms >= ${fromMs} AND closed_at_ms IS NOT NULL AND answered_at_ms IS NOT NULL AND ${asked}`);
};

const accountsQuery = (db: Database, fromMs: number) => {
  const until = sql`users.created_at_ms + ${FOLLOWED_MS}`;
  return db.all<{ made: number; activated: number; bought: number }>(sql`SELECT count(*) AS made,
      coalesce(sum(activated_at_ms IS NOT NULL AND activated_at_ms < ${until}), 0) AS activated,
      coalesce(sum(EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = users.id AND purchased_at_ms < ${until})), 0) AS bought
    FROM users WHERE role = 'investor' AND ${within(sql`created_at_ms`, fromMs)}`);
};

const keep = (db: Database, counted: WeekFigures): Work<void> =>
  writes(db.insert(weekFigures).values(counted).onConflictDoUpdate({ target: weekFigures.week, set: counted }));
