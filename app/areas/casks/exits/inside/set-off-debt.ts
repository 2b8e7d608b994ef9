import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { house, walletIn } from "~/core/ledger/accounts";
import { debtLeftCents, debtLetterId } from "~/core/ledger/top-up-debt";
import { transferEach } from "~/core/ledger/transfer-each";
import { creditStakes, topUpGone } from "./credit-stakes";

/**
 * A stake that is frozen for a top-up which has gone back for good is credited like any other once its cask is sold, and what it brings
 * pays what is owed of the top-up first. Statements of one batch; again, nothing happens.
 */
export function setOffDebt(
  db: Database,
  { exitId, stakeId, nowMs }: { exitId: string; stakeId: string; nowMs: number },
) {
  const owing = sql`FROM stakes JOIN ${topUpGone} WHERE stakes.id = ${stakeId} AND stakes.state = 'frozen' AND stakes.holder_number > 1`;
  const credited = sql`(SELECT amount FROM transfers WHERE transfers.id = ${`stake:${stakeId}:${exitId}`})`;
  const which = sql`AND stakes.id = ${stakeId} AND EXISTS (SELECT 1 ${owing})`;
  const [credit, advance, end] = creditStakes(db, { exitId, during: "done", which, state: "frozen", nowMs });
  const setOff = transferEach(
    db,
    {
      refersTo: sql<string>`'payment:' || payments.id`,
      name: `set-off:${stakeId}`,
      debit: walletIn(sql`stakes.user_id`),
      credit: house.owedByInvestors,
      amount: sql<number>`min(${credited}, ${debtLeftCents})`,
      reason: sql<"debt-set-off">`'debt-set-off'`,
      nowMs,
    },
    sql`${owing} AND ${credited} > 0 AND ${debtLeftCents} > 0`,
  );
  const paidOff = db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE resolved_at_ms IS NULL
    AND id IN (SELECT ${debtLetterId} ${owing} AND ${credited} > 0 AND ${debtLeftCents} = 0)`);
  return [credit, advance, setOff, paidOff, end];
}
