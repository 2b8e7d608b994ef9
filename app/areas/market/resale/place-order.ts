import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Work, writeThenRead } from "~/db/work";
import { receiptOf } from "~/domain/auction/published-round";
import type { Sha256 } from "~/domain/audit/audit-files";
import { advancedOn } from "~/areas/casks/exits/advances";
import type { Deps } from "~/core/deps";
import { house, walletOf } from "~/core/ledger/accounts";
import { transferEach } from "~/core/ledger/transfer-each";
import type { Session } from "~/core/session/session";
import { marketOpenFor } from "~/core/settings/market-open";
import { type OrderPlan, type OrderRefusal, planOrder } from "./inside/plan-order";
import { type MarketOrder, readOrders } from "./market-orders";
import type { OrderAsked } from "./order-form";
import { type CaskMarket, feeNow, isEnding, readCaskMarket, roundIdOf } from "./read-market";

export type PlaceOutcome =
  | { ok: true; order: MarketOrder }
  /** `market`: what the refusal is based on. null: the market is closed for the viewer, or there is no such cask. */
  | { ok: false; refusal: OrderRefusal; market: CaskMarket | null };

type Input = { caskId: string; country: string | null; asked: OrderAsked };

/**
 * Places a sealed order, with what it holds of the wallet or which stakes. The same order again while the first is open is the first one.
 * Two round trips.
 */
export async function placeOrder(
  deps: Pick<Deps, "db"> & { sha256: Sha256 },
  session: Session,
  { caskId, country, asked }: Input,
): Promise<PlaceOutcome> {
  const market = await readCaskMarket(deps, session, { country, caskId });
  if (!market) return { ok: false, refusal: { code: "market-off" }, market };
  const first = sameOrder(market.orders, asked);
  if (first) return { ok: true, order: first };
  const planned = planOrder(market, asked);
  if (!planned.ok) return { ok: false, refusal: planned.refusal, market };
  return write(deps, session, { market, country, plan: planned.plan });
}

/** The one batch. */
async function write(
  { db, sha256 }: Pick<Deps, "db"> & { sha256: Sha256 },
  session: Session,
  { market, country, plan }: { market: CaskMarket; country: string | null; plan: OrderPlan },
): Promise<PlaceOutcome> {
  const { asked, quantity, round } = plan;
  const { caskId: cask } = market.cask;
  const salt = newSalt();
  const terms = { side: asked.side, limit: asked.limitCents, quantity, salt };
  const receipt = receiptOf({ cask, round: round.month }, terms, sha256);
  const { result } = await session.write(({ userId, nowMs, live }) =>
    placing(db, { market, country, plan, userId, nowMs, live, salt, receipt }),
  );
  const placed = result.find((order) => order.salt === salt) ?? sameOrder(result, asked);
  if (placed) return { ok: true, order: placed };
  const code = result.some(({ state }) => state === "open") ? "already-ordered" : "changed";
  return { ok: false, refusal: { code }, market };
}

/** The viewer's open order, if it is the one that is asked for. */
function sameOrder(orders: readonly MarketOrder[], asked: OrderAsked): MarketOrder | null {
  const open = orders.find(({ state }) => state === "open");
  if (open?.side !== asked.side || open.limitCents !== asked.limitCents) return null;
  if (asked.side === "buy") return open.quantity === asked.quantity ? open : null;
  const offered = new Set(open.stakes.map(({ stakeId }) => stakeId));
  return offered.size === asked.stakeIds.length && asked.stakeIds.every((stakeId) => offered.has(stakeId))
    ? open
    : null;
}

/** 32 hex digits: keeps the receipt from telling what the order says. */
const newSalt = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

type Placing = {
  market: CaskMarket;
  country: string | null;
  plan: OrderPlan;
  userId: string;
  nowMs: number;
  live: SQL;
  salt: string;
  receipt: string;
};

/** Everything that the plan was based on is checked again; if any of it has changed, nothing is written. */
function placing(
  db: Database,
  { market, country, plan, userId, nowMs, live, salt, receipt }: Placing,
): Work<MarketOrder[]> {
  const { asked, round, quantity, reservedCents } = plan;
  const { caskId, countedValues, feeBasisPoints } = market.cask;
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
  const may = sql`${live} AND ${marketOpenFor({ userId, country })} AND ${covered}
    AND EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.role = 'investor' AND users.activated_at_ms IS NOT NULL
      AND users.suspended_at_ms IS NULL AND users.closed_at_ms IS NULL)
    AND EXISTS (SELECT 1 FROM casks WHERE casks.id = ${caskId} AND casks.ended_on IS NULL AND casks.counted_values = ${countedValues}
      AND NOT ${isEnding(sql`casks.id`)})
    AND coalesce((SELECT fee_basis_points FROM resale_rounds WHERE resale_rounds.id = ${roundId}), ${feeNow}) = ${feeBasisPoints}
    AND NOT EXISTS (SELECT 1 FROM resale_orders WHERE resale_orders.user_id = ${userId} AND resale_orders.cask_id = ${caskId} AND resale_orders.state = 'open')`;
  const placed = sql`resale_orders.user_id = ${userId} AND resale_orders.cask_id = ${caskId}
    AND resale_orders.state = 'open' AND resale_orders.salt = ${salt}`;
  const begin = db.run(sql`INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
    SELECT ${roundId}, ${caskId}, ${round.month}, ${round.opensAtMs}, ${round.closesAtMs}, ${feeBasisPoints} WHERE ${may}
    ON CONFLICT DO NOTHING`);
  const order =
    db.run(sql`INSERT INTO resale_orders (round_id, cask_id, user_id, side, limit_cents, quantity, salt, receipt,
      reserved_cents, created_at_ms)
    SELECT resale_rounds.id, ${caskId}, ${userId}, ${asked.side}, ${asked.limitCents}, ${quantity}, ${salt}, ${receipt},
      ${reservedCents}, ${nowMs} FROM resale_rounds
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
