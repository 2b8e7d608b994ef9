import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { transfers } from "~/db/schema/ledger";
import type { UsdAccount } from "./accounts";

type EachTransfer = {
  refersTo: SQL<string>;
  name: string;
  debit: UsdAccount | SQL<UsdAccount>;
  credit: UsdAccount | SQL<UsdAccount>;
  amount: SQL<number>;
  reason: SQL<typeof transfers.$inferSelect.reason>;
  nowMs: number;
};

/** One statement with a transfer for each row of a query; otherwise like `transfer`. @param source from FROM on, with a WHERE */
export function transferEach(db: Database, row: EachTransfer, source: SQL) {
  const { refersTo, name, debit, credit, amount, reason, nowMs } = row;
  return db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    SELECT ${refersTo} || ${`:${name}`}, ${debit}, ${credit}, ${amount}, 'USD', ${reason}, ${refersTo}, ${nowMs} ${source}
    ON CONFLICT (id) DO NOTHING`);
}
