import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, nothing, row, rows, together, type Work } from "~/db/work";
import { BEFORE_INVESTORS, house, MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import { INVESTORS } from "~/core/ledger/chart";
import { balanceAt } from "~/core/ledger/balance-at";
import { dateOf } from "~/domain/calendar-date";
import { listProposals } from "~/core/proposals/list-proposals";
import { closeSubject, isReadyToClose, type Month, monthFigures, monthOf, readableMonth } from "./month";

// The books of a month, in cents. Credits are positive: what the house owes or earned; debits negative: what it has or spent. Money that
// lies somewhere is below zero.

export type Balance = {
  account: string;
  openingCents: number;
  debitCents: number;
  creditCents: number;
  closingCents: number;
  /** 1: what was kept when this month, or the one before, was closed says otherwise, or it had something before the ledger's first row. */
  differs: number;
};

export type Cause = { reason: string; rows: number; cents: number };

export type Books = {
  month: Month;
  balances: Balance[];
  causes: Cause[];
  /** Zero, or a row is missing or too many. */
  sumCents: number;
  heldCents: number;
  owedCents: number;
  figures: string;
  /** null: it is open. */
  closedAtMs: number | null;
  ready: ReturnType<typeof readyOf>;
  /** The public audit of its last day; null: there is none yet. */
  audit: MonthAudit | null;
};

type MonthAudit = { date: string; result: "PASS" | "FAIL" };

type Standing = {
  figures: string;
  closedAtMs: number | null;
  chart: string | null;
  isOver: number;
  openRows: number;
  earlierOpen: number;
};

/** What stands in the way of closing a month, the first that does. */
function readyOf({ closedAtMs, isOver, openRows, earlierOpen }: Standing, allRight: boolean) {
  if (closedAtMs !== null) return "closed" as const;
  if (!allRight) return "off" as const;
  if (!isOver) return "not-over" as const;
  if (earlierOpen) return "earlier-open" as const;
  return openRows > 0 ? ("open-run" as const) : ("ready" as const);
}

const isOfInvestor = (column: SQL): SQL => sql`${column} >= ${BEFORE_INVESTORS}`;

/** Every account with what it had before the month, what moved, and what it had at its end. */
export function balancesOf({ name, before, fromMs, untilMs }: Month): SQL {
  const within = sql`created_at_ms >= ${fromMs} AND created_at_ms < ${untilMs} AND currency = 'USD'`;
  const leg = (column: SQL, debit: SQL, credit: SQL) =>
    sql`SELECT iif(${isOfInvestor(column)}, ${INVESTORS}, ${column}) AS account, ${debit} AS debit, ${credit} AS credit FROM transfers WHERE ${within}`;
  const none = sql`0`;
  const begins = sql`iif(EXISTS (SELECT 1 FROM transfers WHERE created_at_ms < ${fromMs}), NULL, 0)`;
  const kept = (month: string, column: SQL) =>
    sql`(SELECT ${column} FROM book_balances WHERE month = ${month} AND book_balances.account = found.account)`;
  // Investors' by their own rows, the house's by the totals of its accounts: only if both are right do all add up to nothing.
  // From the last closed month on: no page reads the whole ledger once a month was closed.
  const lastClosed = (column: SQL) =>
    sql`(SELECT ${column} FROM book_months WHERE month <= ${before} ORDER BY month DESC LIMIT 1)`;
  const investorsBefore = sql`(coalesce((SELECT closing_cents FROM book_balances WHERE month = ${lastClosed(sql`month`)} AND account = ${INVESTORS}), 0)
    + (SELECT coalesce(sum(iif(${isOfInvestor(sql`credit_account_id`)}, amount, 0) - iif(${isOfInvestor(sql`debit_account_id`)}, amount, 0)), 0)
      FROM transfers WHERE created_at_ms >= coalesce(${lastClosed(sql`until_ms`)}, 0) AND created_at_ms < ${fromMs} AND currency = 'USD'))`;
  return sql`SELECT found.*, (coalesce(coalesce(${kept(before, sql`closing_cents`)}, ${begins}) <> found.openingCents, 0)
      OR coalesce(${kept(name, sql`closing_cents`)} <> found.closingCents, 0) OR coalesce(${kept(name, sql`debit_cents`)} <> found.debitCents, 0)) AS differs
    FROM (SELECT named.account, iif(named.account = ${INVESTORS}, ${investorsBefore}, named.closing - coalesce(moved.credits, 0) + coalesce(moved.debits, 0)) AS openingCents,
        coalesce(moved.debits, 0) AS debitCents, coalesce(moved.credits, 0) AS creditCents,
        iif(named.account = ${INVESTORS}, ${investorsBefore} + coalesce(moved.credits, 0) - coalesce(moved.debits, 0), named.closing) AS closingCents
      FROM (SELECT id AS account, ${balanceAt(untilMs)} AS closing FROM accounts WHERE id >= 'house:' AND id < 'house;' AND currency = 'USD'
          UNION ALL SELECT ${INVESTORS}, 0) AS named
        LEFT JOIN (SELECT account, sum(debit) AS debits, sum(credit) AS credits FROM (${leg(sql`debit_account_id`, sql`amount`, none)}
          UNION ALL ${leg(sql`credit_account_id`, none, sql`amount`)}) GROUP BY account) AS moved ON moved.account = named.account) AS found`;
}

/** True if the accounts add up to nothing and none is altered: only then is a month closed. */
export const addsUp = (month: Month): SQL =>
  sql`(SELECT sum(closingCents) = 0 AND NOT max(differs) FROM (${balancesOf(month)}))`;

const MONEY: readonly string[] = MONEY_ACCOUNTS;
const OWED: readonly string[] = [INVESTORS, house.withdrawals, house.unsettled, house.caskProceeds, house.resale];
const sumOf = (balances: readonly Balance[], accounts?: readonly string[]) =>
  balances
    .filter(({ account }) => accounts === undefined || accounts.includes(account))
    .reduce((sum, { closingCents }) => sum + closingCents, 0);

/** Nothing is missing, doubled or altered. */
export const isRight = ({ sumCents, balances }: Pick<Books, "sumCents" | "balances">): boolean =>
  sumCents === 0 && balances.every(({ differs }) => differs === 0);

/** The numbers of accounts, as the setting keeps them. */
export const chartSetting = sql`(SELECT text FROM settings WHERE key = 'ledger_accounts')`;

/** @param month null: there is no such month */
export const readBooks = (db: Database, month: Month | null, nowMs: number) =>
  month === null ? mapWork(nothing, () => null) : readMonth(db, month, nowMs);

function readMonth(db: Database, month: Month, nowMs: number) {
  const { fromMs, untilMs } = month;
  const balances = db.all<Balance>(sql`SELECT * FROM (${balancesOf(month)}) ORDER BY account`);
  const causes = db.all<Cause>(sql`SELECT reason, count(*) AS rows, sum(amount) AS cents FROM transfers
    WHERE created_at_ms >= ${fromMs} AND created_at_ms < ${untilMs} AND currency = 'USD' GROUP BY reason ORDER BY reason`);
  const audit = db.all<MonthAudit>(sql`SELECT date, result FROM audits
    WHERE date = ${dateOf(untilMs - 1)} AND state = 'published'`);
  const standing = db.all<Standing>(sql`SELECT ${monthFigures(month)} AS figures,
    (SELECT closed_at_ms FROM book_months WHERE month = ${month.name}) AS closedAtMs, ${chartSetting} AS chart, ${isReadyToClose(month, nowMs)}`);
  const work = together({
    balances: rows(balances),
    causes: rows(causes),
    standing: row(standing),
    audit: row(audit),
    proposals: listProposals(db, nowMs, sql`proposed.subject = ${closeSubject(month)}`),
  });
  return mapWork(work, ({ balances: found, causes: sums, standing: now, audit: audited, proposals }) => {
    const sumCents = sumOf(found);
    const state = now ?? { figures: "", closedAtMs: null, chart: null, isOver: 0, openRows: 0, earlierOpen: 0 };
    const books: Books = {
      month,
      balances: found,
      causes: sums,
      sumCents,
      heldCents: -sumOf(found, MONEY),
      owedCents: sumOf(found, OWED),
      figures: state.figures,
      closedAtMs: state.closedAtMs,
      ready: readyOf(state, isRight({ sumCents, balances: found })),
      audit: audited ?? null,
    };
    return { books, chart: state.chart, proposals };
  });
}

export type ListedMonth = { month: string; closedAtMs: number | null; rows: number | null };

/** Every month from the first row of the ledger to this one, the latest first. */
export function listMonths(db: Database, nowMs: number): Work<ListedMonth[]> {
  const work = together({
    first: row(db.all<{ ms: number | null }>(sql`SELECT min(created_at_ms) AS ms FROM transfers`)),
    closed: rows(
      db.all<{ month: string; closedAtMs: number; rows: number }>(
        sql`SELECT month, closed_at_ms AS closedAtMs, row_count AS rows FROM book_months WHERE month >= '2000-01'`,
      ),
    ),
  });
  return mapWork(work, ({ first, closed }) => {
    const months: ListedMonth[] = [];
    let month = readableMonth(nowMs);
    while (months.length < 240) {
      const kept = closed.find((one) => one.month === month.name);
      months.push({ month: month.name, closedAtMs: kept?.closedAtMs ?? null, rows: kept?.rows ?? null });
      if (month.fromMs <= (first?.ms ?? nowMs)) break;
      month = monthOf(month.before) ?? month;
    }
    return months;
  });
}
