import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { house, walletIn } from "~/core/ledger/accounts";
import { transferEach } from "~/core/ledger/transfer-each";
import { advancedOn, creditLess, reasonOf } from "../advances";

type Credit = {
  exitId: string;
  /** The state of the exit in which this happens. */
  during: "confirmed" | "done";
  /** Which of the stakes of the cask in that state: a further condition, an order and a limit. */
  which: SQL;
  state?: "active" | "frozen";
  nowMs: number;
};

/**
 * Three statements of one batch: each stake's part, less what was advanced on it, goes to its holder's wallet, what was advanced goes
 * back to where returns come from, and the stake ends. The ids are derived from exit and stake, and a stake that has ended is chosen
 * no more, so each is credited once, however often this runs.
 */
export function creditStakes(db: Database, { exitId, during, which, state = "active", nowMs }: Credit) {
  // Both terms about the state: the index of stakes that stand is found by the second.
  const chosen = sql`SELECT stakes.id, stakes.user_id, ${advancedOn(sql`stakes.id`)} AS advanced FROM stakes
    WHERE stakes.cask_id = (SELECT cask_id FROM cask_exits WHERE id = ${exitId}) AND stakes.state = ${state} AND stakes.state <> 'ended' ${which}`;
  const creditCents = creditLess(sql`chosen.advanced`);
  const takenOffCents = sql<number>`min(exits.net_per_stake_cents, chosen.advanced)`;
  const refersTo = sql<string>`'stake:' || chosen.id`;
  const each = (cents: SQL) => sql`FROM (${chosen}) AS chosen JOIN cask_exits AS exits ON exits.id = ${exitId}
    WHERE exits.state = ${during} AND ${cents} > 0`;
  return [
    transferEach(
      db,
      {
        ...{ refersTo, name: exitId, debit: house.caskProceeds, credit: walletIn(sql`chosen.user_id`) },
        ...{ amount: creditCents, reason: reasonOf, nowMs },
      },
      each(creditCents),
    ),
    transferEach(
      db,
      {
        ...{ refersTo, name: `${exitId}:advance`, debit: house.caskProceeds, credit: house.returns },
        ...{ amount: takenOffCents, reason: sql<"exit-advance">`'exit-advance'`, nowMs },
      },
      each(takenOffCents),
    ),
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, exit_id = ${exitId} WHERE id IN (SELECT id FROM (${chosen}))
      AND EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.id = ${exitId} AND cask_exits.state = ${during})`),
  ] as const;
}

const isGone = sql`(payments.state = 'refunded' OR (payments.state = 'refunding' AND payments.reason = 'given-back')
  OR (payments.state = 'disputed' AND payments.reason = 'dispute-lost'))`;

/** Of the stake at hand: its money was refunded for good, so its part is the house's. */
export const isLost = sql`(stakes.state = 'frozen' AND EXISTS (SELECT 1 FROM payments WHERE payments.id = stakes.payment_id
  AND ${isGone}))`;
