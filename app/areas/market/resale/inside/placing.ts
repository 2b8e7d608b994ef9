import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Work, writeThenRead } from "~/db/work";
import { receiptOf } from "~/domain/auction/published-round";
import type { Sha256 } from "~/domain/audit/audit-files";
import { toHex } from "~/domain/hex";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { advancedOn } from "~/areas/casks/exits/advances";
import { house, walletOf } from "~/core/ledger/accounts";
import { transferEach } from "~/core/ledger/transfer-each";
import { marketOpenFor } from "~/core/settings/market-open";
import { resaleFee } from "~/core/settings/resale-fee";
import { type MarketOrder, readOrders } from "../market-orders";
import { isEnding, type MarketCask, roundIdOf } from "../read-market";
import type { OrderPlan } from "./plan-order";

/** A salt for the order, and the receipt that goes with it. */
export function sealed(cask: string, { asked, quantity, round }: OrderPlan, sha256: Sha256) {
  const salt = newSalt();
  const terms = { side: asked.side, limit: asked.limitCents, quantity, salt };
  return { salt, receipt: receiptOf({ cask, round: round.month }, terms, sha256) };
}

/** 32 hex digits: keeps the receipt from telling what the order says. */
const newSalt = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

type Placing = {
  cask: Pick<MarketCask, "caskId" | "countedValues" | "feeBasisPoints">;
  country: string | null;
  plan: OrderPlan;
  userId: string;
  nowMs: number;
  /** What else must hold, in SQL: the session, or that the order before it still waits. */
  provided: SQL;
  /** The number of the order whose rest it is. */
  follows?: number;
  salt: string;
  receipt: string;
};

/**
 * The order, the round if it is the first, and what it holds. Everything that the plan was based on is checked again; if any of it has changed, nothing is written.
 */
export function placing(
  db: Database,
  { cask, country, plan, userId, nowMs, provided, follows, salt, receipt }: Placing,
): Work<MarketOrder[]> {
  const { asked, round, quantity, reservedCents } = plan;
  const { caskId, countedValues, feeBasisPoints } = cask;
  const { carriesOver = false } = asked;
  const roundId = roundIdOf(caskId, round);
  const offered = sql`json_each(${JSON.stringify(plan.stakes.map(({ stakeId: id, advancedCents: advanced }) => ({ id, advanced })))}) AS asked`;
  const covered =
    asked.side === "buy"
      ? sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${walletOf(userId)}) >= ${reservedCents}`
      : sql`(SELECT count(*) FROM ${offered} JOIN stakes ON stakes.id = asked.value ->> 'id'
          WHERE stakes.user_id = ${userId} AND stakes.cask_id = ${caskId} AND stakes.state = 'active'
            AND ${advancedOn(sql`stakes.id`)} = asked.value ->> 'advanced'
            AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.stake_id = stakes.id AND withdrawals.state IN ('progress', 'sending')))
          = ${quantity}`;
  const may = sql`${provided} AND ${notClosing(userId)} AND ${marketOpenFor({ userId, country })} AND ${covered}
    AND EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.role = 'investor' AND users.activated_at_ms IS NOT NULL
      AND users.suspended_at_ms IS NULL AND users.closed_at_ms IS NULL)
    AND EXISTS (SELECT 1 FROM casks WHERE casks.id = ${caskId} AND casks.ended_on IS NULL AND casks.counted_values = ${countedValues}
      AND NOT ${isEnding(sql`casks.id`)})
    AND coalesce((SELECT fee_basis_points FROM resale_rounds WHERE resale_rounds.id = ${roundId}), ${resaleFee}) = ${feeBasisPoints}
    AND NOT EXISTS (SELECT 1 FROM resale_orders WHERE resale_orders.user_id = ${userId} AND resale_orders.cask_id = ${caskId} AND resale_orders.state = 'open')`;
  const placed = sql`resale_orders.user_id = ${userId} AND resale_orders.cask_id = ${caskId}
    AND resale_orders.state = 'open' AND resale_orders.salt = ${salt}`;
  const begin = db.run(sql`INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
    SELECT ${roundId}, ${caskId}, ${round.month}, ${round.opensAtMs}, ${round.closesAtMs}, ${feeBasisPoints} WHERE ${may}
    ON CONFLICT DO NOTHING`);
  const order =
    db.run(sql`INSERT INTO resale_orders (round_id, cask_id, user_id, side, limit_cents, quantity, salt, receipt,
      reserved_cents, carries_over, follows, country, created_at_ms)
    SELECT resale_rounds.id, ${caskId}, ${userId}, ${asked.side}, ${asked.limitCents}, ${quantity}, ${salt}, ${receipt},
      ${reservedCents}, ${carriesOver ? 1 : 0}, ${follows ?? null}, ${carriesOver ? country : null}, ${nowMs} FROM resale_rounds
    WHERE resale_rounds.id = ${roundId} AND resale_rounds.state = 'open' AND resale_rounds.opens_at_ms <= ${nowMs}
      AND resale_rounds.closes_at_ms > ${nowMs} AND ${may}
    ON CONFLICT DO NOTHING`);
  const held =
    asked.side === "buy"
      ? transferEach(
          db,
          {
            refersTo: sql<string>`'order:' || resale_orders.number`,
            name: "reserved",
            debit: walletOf(userId),
            credit: house.resale,
            amount: sql<number>`resale_orders.reserved_cents`,
            reason: sql<"resale-reserved">`'resale-reserved'`,
            nowMs,
          },
          sql`FROM resale_orders WHERE ${placed}`,
        )
      : db.run(sql`INSERT INTO resale_offered_stakes (order_number, position, stake_id)
          SELECT resale_orders.number, asked.key + 1, asked.value ->> 'id' FROM resale_orders, ${offered} WHERE ${placed}`);
  return writeThenRead([begin, order, held], readOrders(db, { userId, caskId }));
}
