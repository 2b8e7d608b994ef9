import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import { house, walletIn } from "~/core/ledger/accounts";
import { transferEach } from "~/core/ledger/transfer-each";
import type { ResaleDeps } from "../resale-deps";

/** Of one run: the next run goes on. */
const MOST = 500;

/** Credits to each seller's wallet what was set aside, once it has waited. */
export async function paySellers({ db, nowMs: clock }: ResaleDeps): Promise<void> {
  const nowMs = clock();
  const payable = sql`SELECT rowid FROM resale_fills WHERE state = 'settled' AND paid_at_ms IS NULL AND payable_from_ms <= ${nowMs}
    ORDER BY payable_from_ms LIMIT ${MOST}`;
  await runWork(
    db,
    writes(
      transferEach(
        db,
        {
          refersTo: sql<string>`'stake:' || resale_fills.stake_id`,
          name: "resale-proceeds",
          debit: house.resale,
          credit: walletIn(sql`selling.user_id`),
          amount: sql<number>`resale_fills.credit_cents`,
          reason: sql<"resale-proceeds">`'resale-proceeds'`,
          nowMs,
        },
        sql`FROM resale_fills JOIN resale_orders AS selling ON selling.number = sell_number
          WHERE resale_fills.rowid IN (${payable}) AND credit_cents > 0`,
      ),
      db.run(sql`UPDATE resale_fills SET paid_at_ms = ${nowMs} WHERE rowid IN (${payable})`),
    ),
  );
}
