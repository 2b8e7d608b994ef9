import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, nothing, row, rows, together, type Work } from "~/db/work";
import { accountName, accountNumber, BEFORE_INVESTORS, INVESTORS, MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import { afterRow, cutPage, EXPORT_ROWS, type ListExport, readAfter, utc } from "~/core/lists";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { plainDollars } from "~/domain/money";

// The ledger by calendar month, in UTC and cents. Credits are positive: what we owe or earned. All wallets are one account.

export type Month = { name: string; before: string; fromMs: number; untilMs: number };

/** @returns null unless it is a month such as '2026-11' */
export function monthOf(name: string): Month | null {
  const [, year, month] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (year === undefined || month === undefined) return null;
  const fromMs = Date.UTC(Number(year), Number(month) - 1, 1);
  return {
    name,
    fromMs,
    untilMs: Date.UTC(Number(year), Number(month), 1),
    before: new Date(fromMs - DAY_MS).toISOString().slice(0, 7),
  };
}

export type Balance = {
  account: string;
  number: string;
  name: string;
  openingCents: number;
  debitCents: number;
  creditCents: number;
  closingCents: number;
  /** 1: its rows do not explain its total. */
  differs: number;
};

export type Books = {
  month: Month;
  balances: Balance[];
  sumCents: number;
  heldCents: number;
  owedCents: number;
  audit: { date: string; result: "PASS" | "FAIL" } | null;
};

const accountOf = (column: string): SQL =>
  sql`iif(${sql.raw(column)} >= ${BEFORE_INVESTORS}, ${INVESTORS}, ${sql.raw(column)})`;

/** The closing balance comes from the account's total, the rest from its rows: a row missing, doubled or altered makes the two differ. */
function balancesOf(db: Database, { fromMs, untilMs }: Month): Work<Balance[]> {
  const leg = (side: "debit" | "credit", debit: string, credit: string) =>
    sql`SELECT ${sql.raw(side)} AS account, period, ${sql.raw(debit)} AS debit, ${sql.raw(credit)} AS credit FROM moved`;
  const query = db.all<Omit<Balance, "number" | "name">>(sql`WITH moved AS MATERIALIZED (
      SELECT ${accountOf("debit_account_id")} AS debit, ${accountOf("credit_account_id")} AS credit,
        (created_at_ms >= ${fromMs}) + (created_at_ms >= ${untilMs}) AS period, sum(amount) AS cents
      FROM transfers WHERE created_at_ms > 0 AND currency = 'USD' GROUP BY 1, 2, 3),
    sums AS (SELECT account, sum(iif(period = 0, credit - debit, 0)) AS opening, sum(iif(period = 1, debit, 0)) AS debits,
        sum(iif(period = 1, credit, 0)) AS credits, sum(iif(period = 2, credit - debit, 0)) AS later
      FROM (${leg("debit", "cents", "0")} UNION ALL ${leg("credit", "0", "cents")}) GROUP BY account),
    totals AS (SELECT iif(id >= ${BEFORE_INVESTORS}, ${INVESTORS}, id) AS account, sum(credits_total - debits_total) AS total
      FROM accounts WHERE id >= 'house:' AND currency = 'USD' GROUP BY 1)
    SELECT totals.account, coalesce(opening, 0) AS openingCents, coalesce(debits, 0) AS debitCents, coalesce(credits, 0) AS creditCents,
      total - coalesce(later, 0) AS closingCents, total <> coalesce(opening - debits + credits + later, 0) AS differs
    FROM totals LEFT JOIN sums ON sums.account = totals.account`);
  return mapWork(rows(query), (found) =>
    found
      .map((one) => ({ ...one, number: accountNumber(one.account), name: accountName(one.account) }))
      .sort((one, other) => one.number.localeCompare(other.number, "en")),
  );
}

const MONEY: readonly string[] = MONEY_ACCOUNTS;
const sumOf = (balances: readonly Balance[]) => balances.reduce((sum, { closingCents }) => sum + closingCents, 0);

export const isRight = ({ sumCents, balances }: Pick<Books, "sumCents" | "balances">): boolean =>
  sumCents === 0 && balances.every(({ differs }) => differs === 0);

export function readBooks(db: Database, month: Month | null): Work<Books | null> {
  if (month === null) return mapWork(nothing, () => null);
  const audit = db.all<NonNullable<Books["audit"]>>(sql`SELECT date, result FROM audits
    WHERE date = ${dateOf(month.untilMs - 1)}`);
  const work = together({ balances: balancesOf(db, month), audit: row(audit) });
  return mapWork(work, ({ balances, ...found }) => ({
    month,
    balances,
    audit: found.audit ?? null,
    sumCents: sumOf(balances),
    heldCents: -sumOf(balances.filter(({ account }) => MONEY.includes(account))),
    owedCents: sumOf(balances.filter(({ number }) => number.startsWith("2"))),
  }));
}

export const bookFile = (db: Database, month: Month, of: "journal" | "trial"): ListExport =>
  of === "journal" ? journalOf(db, month) : trialOf(db, month);

const trialOf = (db: Database, month: Month): ListExport => ({
  columns: ["account", "account_name", "opening", "debits", "credits", "closing", "currency"],
  page: () =>
    mapWork(balancesOf(db, month), (found) => ({
      next: null,
      rows: found.map((one) => () => [
        one.number,
        one.name,
        plainDollars(one.openingCents),
        plainDollars(one.debitCents),
        plainDollars(one.creditCents),
        plainDollars(one.closingCents),
        "USD",
      ]),
    })),
});

type Line = {
  seq: number;
  id: string;
  atMs: number;
  debit: string;
  credit: string;
  amount: number;
  currency: "USD" | "TOKEN";
  reason: string;
  refersTo: string;
};

const JOURNAL_COLUMNS = [
  "date",
  "account",
  "account_name",
  "counter_account",
  "counter_account_name",
  "amount",
  "currency",
  "cause",
  "document",
  "id",
];

function journalOf(db: Database, { fromMs, untilMs }: Month): ListExport {
  const page = (typed: string | null) => {
    const after = readAfter(typed);
    const from = after === null ? sql`` : sql`AND (created_at_ms, seq) > (${after.ms}, ${Number(after.id)})`;
    const found = db.all<Line>(sql`SELECT seq, id, created_at_ms AS atMs, ${accountOf("debit_account_id")} AS debit,
        ${accountOf("credit_account_id")} AS credit, amount, currency, reason, refers_to AS refersTo
      FROM transfers WHERE created_at_ms >= ${fromMs} AND created_at_ms < ${untilMs} ${from}
      ORDER BY created_at_ms, seq LIMIT ${EXPORT_ROWS + 1}`);
    return mapWork(rows(found), (lines) => {
      const cut = cutPage(lines, EXPORT_ROWS, (last) => afterRow(last.atMs, String(last.seq)));
      return { next: cut.next, rows: cut.rows.map((line) => () => cellsOf(line)) };
    });
  };
  return { columns: JOURNAL_COLUMNS, page };
}

const cellsOf = ({ debit, credit, currency, amount, ...line }: Line) => [
  utc(line.atMs),
  accountNumber(debit),
  accountName(debit),
  accountNumber(credit),
  accountName(credit),
  currency === "USD" ? plainDollars(amount) : String(amount),
  currency,
  line.reason,
  line.refersTo,
  line.id,
];
