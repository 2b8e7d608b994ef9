import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { listEveryCask, readAfterCask, readCaskFilter } from "./list-casks";
import { listCertificates, readCertificateFilter } from "./list-certificates";
import { type LeadPage, listLeads } from "./list-leads";
import { listLog } from "./list-log";
import { listPayments, readPaymentFilter } from "./list-payments";
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

const EXPORTS = {
  withdrawals: withdrawalExport,
  casks: caskExport,
  log: logExport,
  leads: leadExport,
  payments: paymentExport,
  certificates: certificateExport,
};
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

function caskExport({ db, query, nowMs }: Asked): ListExport {
  const asked = { filter: readCaskFilter(query.get("state")), today: dateOf(nowMs), pageRows: EXPORT_ROWS };
  return {
    columns: [
      "id",
      "cask",
      "state",
      "sold",
      "reserved",
      "stakes",
      "price_usd",
      "value_usd",
      "valued_on",
      "tier",
      "closes_on",
      "sold_on",
    ],
    page: (after) =>
      pageOf(listEveryCask(db, { ...asked, after: readAfterCask(after) }), (row) => [
        ...[row.id, row.name, row.standing, row.sold, row.reserved, row.total, dollars(row.costCents)],
        ...[
          row.valueCents === null ? null : dollars(row.valueCents),
          row.valuedOn,
          row.tier,
          row.closesOn,
          row.endedOn,
        ],
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

function paymentExport({ db, query }: Asked): ListExport {
  const filter = readPaymentFilter(query);
  return {
    columns: ["id", "begun_at", "for", "buyer_id", "buyer", "amount_usd", "provider", "state", "reason"],
    page: (after) =>
      pageOf(listPayments(db, { filter, after: readAfter(after), pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        utc(row.createdAtMs),
        row.productName,
        row.buyerId,
        row.buyerName,
        dollars(row.amountCents),
        row.provider,
        row.state,
        row.reason,
      ]),
  };
}

function certificateExport({ db, query, nowMs }: Asked): ListExport {
  const filter = readCertificateFilter(query);
  return {
    columns: ["id", "code", "state", "holder", "cask", "stake", "begun_at", "issued_at"],
    page: (after) =>
      pageOf(listCertificates(db, { filter, after: readAfter(after), nowMs, pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        row.code,
        row.state,
        row.holderName,
        row.caskName,
        row.stakeNumber,
        utc(row.createdAtMs),
        row.issuedAtMs === null ? null : utc(row.issuedAtMs),
      ]),
  };
}

const pageOf = <Row>(page: Work<{ rows: Row[]; next: string | null }>, cells: (row: Row) => Cell[]) =>
  mapWork(page, ({ rows, next }): ExportPage => ({ rows: rows.map(cells), next }));
