import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows } from "~/db/work";
import { EXPORT_ROWS, type ListExport, utc } from "~/core/lists/export-cells";
import { afterRow, cutPage, readAfter } from "~/core/lists/keyset-page";
import { plainDollars } from "~/domain/money";
import { accountName, accountNumber, INVESTORS } from "~/core/ledger/chart";
import type { Month } from "./month";
import { chartSetting } from "./read-books";

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
  chart: string | null;
};

/** One row a booking, in the order of the ledger. Investors' accounts are one, and the document says whose it is. */
export function journalOf(db: Database, { fromMs, untilMs }: Month): ListExport {
  const account = (column: string) => sql`iif(${sql.raw(column)} >= 'user:', ${INVESTORS}, ${sql.raw(column)})`;
  const page = (typed: string | null) => {
    const after = readAfter(typed);
    const from = after === null ? sql`` : sql`AND (created_at_ms, seq) > (${after.ms}, ${Number(after.id)})`;
    const found = db.all<Line>(sql`SELECT seq, id, created_at_ms AS atMs, ${account("debit_account_id")} AS debit,
        ${account("credit_account_id")} AS credit, amount, currency, reason, refers_to AS refersTo,
        ${chartSetting} AS chart
      FROM transfers WHERE created_at_ms >= ${fromMs} AND created_at_ms < ${untilMs} ${from}
      ORDER BY created_at_ms, seq LIMIT ${EXPORT_ROWS + 1}`);
    return mapWork(rows(found), (lines) => {
      const cut = cutPage(lines, EXPORT_ROWS, (last) => afterRow(last.atMs, String(last.seq)));
      return {
        next: cut.next,
        rows: cut.rows.map((line) => () => [
          utc(line.atMs),
          accountNumber(line.debit, line.chart),
          accountName(line.debit),
          accountNumber(line.credit, line.chart),
          accountName(line.credit),
          line.currency === "USD" ? plainDollars(line.amount) : String(line.amount),
          line.currency,
          line.reason,
          line.refersTo,
          line.id,
        ]),
      };
    });
  };
  return {
    columns: [
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
    ],
    page,
  };
}
