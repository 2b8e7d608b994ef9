import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, rows } from "~/db/work";
import { accountName, accountNumber } from "~/core/ledger/chart";
import type { ListExport } from "~/core/lists/export-cells";
import { plainDollars } from "~/domain/money";
import { journalOf } from "./journal";
import type { Month } from "./month";
import { type Balance, balancesOf, chartSetting } from "./read-books";

/** What the accountant takes away of a month. */
export const bookFile = (db: Database, month: Month, of: "journal" | "trial"): ListExport =>
  of === "journal" ? journalOf(db, month) : trialOf(db, month);

function trialOf(db: Database, month: Month): ListExport {
  const query = db.all<Balance & { chart: string | null }>(
    sql`SELECT balances.*, ${chartSetting} AS chart FROM (${balancesOf(month)}) AS balances ORDER BY account`,
  );
  const page = () =>
    mapWork(rows(query), (found) => ({
      next: null,
      rows: found.map((one) => () => [
        accountNumber(one.account, one.chart),
        accountName(one.account),
        plainDollars(one.openingCents),
        plainDollars(one.debitCents),
        plainDollars(one.creditCents),
        plainDollars(one.closingCents),
        "USD",
      ]),
    }));
  return { columns: ["account", "account_name", "opening", "debits", "credits", "closing", "currency"], page };
}
