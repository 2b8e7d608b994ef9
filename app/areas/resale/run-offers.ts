import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { endOffers } from "~/core/end-offers";
import { house, walletIn } from "~/core/ledger/accounts";
import { transferEach } from "~/core/ledger/transfer-each";

/** In one run: the next run goes on. */
const MOST = 500;

/** Ends offers whose time is over, and credits proceeds whose hold is over to the sellers' wallets. */
export async function runOffers({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  // While the payment is disputed nobody knows yet whose money it is.
  const payable = sql`SELECT offers.id FROM offers WHERE offers.state = 'sold' AND paid_at_ms IS NULL AND payable_from_ms <= ${nowMs}
    AND NOT EXISTS (SELECT 1 FROM stakes JOIN payments ON payments.id = stakes.payment_id
      WHERE stakes.id = new_stake_id AND payments.state = 'disputed' AND payments.reason = 'disputed')
    ORDER BY payable_from_ms LIMIT ${MOST}`;
  await runWork(
    db,
    writes(
      endOffers(db, {
        which: sql`expires_at_ms <= ${nowMs} AND NOT EXISTS (SELECT 1 FROM payments
          WHERE payments.offer_id = offers.id AND payments.state IN ('created', 'open'))`,
        ...{ reason: "expired", nowMs },
      }),
      transferEach(
        db,
        {
          refersTo: sql<string>`'stake:' || offers.stake_id`,
          ...{ name: "available", debit: house.resale, credit: walletIn(sql`offers.user_id`) },
          ...{ amount: sql<number>`credit_cents`, reason: sql<"resale-available">`'resale-available'`, nowMs },
        },
        sql`FROM offers WHERE offers.id IN (${payable}) AND credit_cents > 0`,
      ),
      db.run(sql`UPDATE offers SET paid_at_ms = ${nowMs} WHERE id IN (${payable})`),
    ),
  );
}
