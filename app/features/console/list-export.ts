import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import { type LeadPage, listLeads } from "./list-leads";
import { listLog } from "./list-log";
import { listWithdrawals, readAfter, readWithdrawalFilter } from "./list-withdrawals";

// The console's lists as tables for a spreadsheet: the same rows as on the page, under the same filter, all of them.

/** Money in dollars, instants in UTC; never an account number. */
export type Cell = string | number | null;
type ExportPage = { rows: Cell[][]; next: string | null };

export type ListExport = {
  columns: readonly string[];
  /** @param after where the page before ended; null: the first */
  page: (after: string | null) => Work<ExportPage>;
};

type Asked = { db: Database; query: URLSearchParams; nowMs: number };

/** Rows of one page, and so of one round trip. */
const EXPORT_ROWS = 500;

const EXPORTS = { withdrawals: withdrawalExport, log: logExport, leads: leadExport };
export const EXPORTED_LISTS = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];
export type ExportedList = keyof typeof EXPORTS;

export const listExport = (list: ExportedList, asked: Asked): ListExport => EXPORTS[list](asked);

const dollars = (cents: number) => (cents / 100).toFixed(2);
const utc = (ms: number) => new Date(ms).toISOString();

function withdrawalExport({ db, query, nowMs }: Asked): ListExport {
  const filter = readWithdrawalFilter(query.get("state"));
  return {
    columns: ["id", "asked_at", "payable_from", "holder", "cask", "cycle", "amount_usd", "bank", "account_last4"],
    page: (after) =>
      pageOf(listWithdrawals(db, { filter, after: readAfter(after), nowMs, pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        utc(row.createdAtMs),
        utc(row.payableFromMs),
        row.holderName,
        row.caskName,
        row.cycleNumber,
        dollars(row.amountCents),
        row.bankName,
        row.accountLast4,
      ]),
  };
}

function logExport({ db, query }: Asked): ListExport {
  const subject = query.get("of");
  return {
    columns: ["at", "who", "what", "about", "detail"],
    page: (after) =>
      pageOf(listLog(db, { subject, after: readAfter(after), pageRows: EXPORT_ROWS }), (entry) => [
        utc(entry.createdAtMs),
        entry.actor,
        entry.action,
        entry.subject,
        entry.detail,
      ]),
  };
}

function leadExport({ db }: Asked): ListExport {
  const cells = (lead: LeadPage["rows"][number]) => [utc(lead.createdAtMs), lead.email, lead.phone];
  return {
    columns: ["at", "email", "phone"],
    page: (after) => pageOf(listLeads(db, { after: readAfter(after), pageRows: EXPORT_ROWS }), cells),
  };
}

const pageOf = <Row>(page: Work<{ rows: Row[]; next: string | null }>, cells: (row: Row) => Cell[]) =>
  mapWork(page, ({ rows, next }): ExportPage => ({ rows: rows.map(cells), next }));
