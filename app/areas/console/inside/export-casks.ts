import { dateOf } from "~/domain/calendar-date";
import { plainDollars } from "~/domain/money";
import { EXPORT_ROWS, pageOf } from "~/core/lists/export-cells";
import { listEveryCask, readAfterCask, readCaskFilter } from "../list-casks";
import type { Asked, ListExport } from "../list-export";

export function caskExport({ db, query, nowMs }: Asked): ListExport {
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
        ...[row.id, row.name, row.standing, row.sold, row.reserved, row.total, plainDollars(row.costCents)],
        ...[
          row.valueCents === null ? null : plainDollars(row.valueCents),
          row.valuedOn,
          row.tier,
          row.closesOn,
          row.endedOn,
        ],
      ]),
  };
}
