import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { oneOf } from "./one-of";
import {
  RESALE_CARRY_ENDS,
  RESALE_FILL_STATES,
  RESALE_ORDER_STATES,
  RESALE_ROUND_STATES,
  RESALE_SIDES,
} from "./names-of-resale";
import { users } from "./people";
import { stakes } from "./stakes";

// Resale between investors: a call auction a month and cask, at one price (app/domain/auction).

/** Made with its first order. What every order of it was told, times and fee, is fixed from then on. */
export const resaleRounds = sqliteTable(
  "resale_rounds",
  {
    /** 'csk_x/2026-12' */
    id: text("id").primaryKey(),
    caskId: text("cask_id")
      .notNull()
      .references(() => casks.id),
    /** 'YYYY-MM', in UTC. */
    month: text("month").notNull(),
    opensAtMs: integer("opens_at_ms").notNull(),
    closesAtMs: integer("closes_at_ms").notNull(),
    /** Hundredths of a percent, of buyer and seller each. */
    feeBasisPoints: integer("fee_basis_points").notNull(),
    state: oneOf("state", RESALE_ROUND_STATES).notNull().default("open"),
    /** The last valuation at the close, in cents; null: there was none. */
    referenceCents: integer("reference_cents"),
    /** Of all receipts, published before the price is computed. */
    root: text("root"),
    /** Null if nothing was traded. */
    priceCents: integer("price_cents"),
    volume: integer("volume"),
    rootedAtMs: integer("rooted_at_ms"),
    clearedAtMs: integer("cleared_at_ms"),
    /** When it was settled, or stopped because its cask ended. */
    endedAtMs: integer("ended_at_ms"),
  },
  (t) => [
    index("resale_rounds_by_result")
      .on(t.clearedAtMs, t.id)
      .where(sql`cleared_at_ms IS NOT NULL`),
    uniqueIndex("resale_rounds_one_a_month").on(t.caskId, t.month),
    index("resale_rounds_under_way")
      .on(t.closesAtMs, t.id)
      .where(sql`state NOT IN ('settled', 'stopped')`),
    check("resale_rounds_times", sql`${t.opensAtMs} < ${t.closesAtMs}`),
    check("resale_rounds_fee", sql`${t.feeBasisPoints} BETWEEN 0 AND 9999`),
    check("resale_rounds_price", sql`(${t.priceCents} IS NULL) = (coalesce(${t.volume}, 0) = 0)`),
  ],
);

/** An order is never changed: it is withdrawn and another one placed. Its number is its rank among equals. */
export const resaleOrders = sqliteTable(
  "resale_orders",
  {
    number: integer("number").primaryKey({ autoIncrement: true }),
    roundId: text("round_id")
      .notNull()
      .references(() => resaleRounds.id),
    caskId: text("cask_id")
      .notNull()
      .references(() => casks.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    side: oneOf("side", RESALE_SIDES).notNull(),
    limitCents: integer("limit_cents").notNull(),
    /** Stakes. */
    quantity: integer("quantity").notNull(),
    salt: text("salt").notNull(),
    receipt: text("receipt").notNull(),
    /** 1: what is not filled is offered in the next round too, as an order with a number of its own. */
    carriesOver: integer("carries_over").notNull().default(0),
    /** The order whose rest this one places again. */
    follows: integer("follows")
      .unique()
      .references((): AnySQLiteColumn => resaleOrders.number),
    /** Of an order that carries over: null until it is decided. */
    carryEnd: oneOf("carry_end", RESALE_CARRY_ENDS),
    carryEndedAtMs: integer("carry_ended_at_ms"),
    /** Where it was placed from, in two letters: the list of the market's countries is held against it when it is placed again. Kept until then. */
    country: text("country"),
    state: oneOf("state", RESALE_ORDER_STATES).notNull().default("open"),
    /** What a buy order holds of the wallet, in cents, fee included; 0 for a sell order. */
    reservedCents: integer("reserved_cents").notNull().default(0),
    createdAtMs: integer("created_at_ms").notNull(),
    endedAtMs: integer("ended_at_ms"),
  },
  (t) => [
    // One order a person and cask, on one side.
    uniqueIndex("resale_orders_one_open")
      .on(t.userId, t.caskId)
      .where(sql`state = 'open'`),
    index("resale_orders_by_round").on(t.roundId, t.state, t.number),
    index("resale_orders_by_user").on(t.userId, t.number),
    index("resale_orders_to_carry")
      .on(t.number)
      .where(sql`carries_over = 1 AND state = 'ended' AND carry_end IS NULL`),
    check("resale_orders_figures", sql`${t.limitCents} > 0 AND ${t.quantity} > 0`),
    check("resale_orders_reserved", sql`(${t.side} = 'buy') = (${t.reservedCents} > 0)`),
    check("resale_orders_carries", sql`${t.carriesOver} IN (0, 1)`),
  ],
);

/** The stakes that a sell order holds, in the order in which they are sold. */
export const resaleOfferedStakes = sqliteTable(
  "resale_offered_stakes",
  {
    orderNumber: integer("order_number")
      .notNull()
      .references(() => resaleOrders.number),
    position: integer("position").notNull(),
    stakeId: text("stake_id")
      .notNull()
      .references(() => stakes.id),
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.orderNumber, t.position] }),
    index("resale_offered_stakes_by_stake").on(t.stakeId),
    uniqueIndex("resale_offered_stakes_one")
      .on(t.stakeId)
      .where(sql`released_at_ms IS NULL`),
  ],
);

/** One stake that changes hands at the round's price. The parts of the price are fixed with it. */
export const resaleFills = sqliteTable(
  "resale_fills",
  {
    roundId: text("round_id")
      .notNull()
      .references(() => resaleRounds.id),
    /** The seller's holding, which ends. */
    stakeId: text("stake_id")
      .notNull()
      .references(() => stakes.id),
    sellNumber: integer("sell_number")
      .notNull()
      .references(() => resaleOrders.number),
    buyNumber: integer("buy_number")
      .notNull()
      .references(() => resaleOrders.number),
    priceCents: integer("price_cents").notNull(),
    /** Of buyer and seller each. */
    feeCents: integer("fee_cents").notNull(),
    /** Returns advanced on the stake, paid back out of the price. */
    advancedCents: integer("advanced_cents").notNull(),
    /** What the seller gets. */
    creditCents: integer("credit_cents").notNull(),
    state: oneOf("state", RESALE_FILL_STATES).notNull().default("due"),
    /** The buyer's holding. */
    newStakeId: text("new_stake_id")
      .unique()
      .references(() => stakes.id),
    settledAtMs: integer("settled_at_ms"),
    /** When the seller's money is theirs to spend. */
    payableFromMs: integer("payable_from_ms"),
    paidAtMs: integer("paid_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.roundId, t.stakeId] }),
    uniqueIndex("resale_fills_once")
      .on(t.stakeId)
      .where(sql`state <> 'failed'`),
    index("resale_fills_settled")
      .on(t.settledAtMs)
      .where(sql`state = 'settled'`),
    index("resale_fills_paid")
      .on(t.paidAtMs)
      .where(sql`paid_at_ms IS NOT NULL`),
    index("resale_fills_due")
      .on(t.roundId)
      .where(sql`state = 'due'`),
    index("resale_fills_payable")
      .on(t.payableFromMs)
      .where(sql`state = 'settled' AND paid_at_ms IS NULL`),
    index("resale_fills_by_stake").on(t.stakeId),
    index("resale_fills_by_sell_order").on(t.sellNumber),
    index("resale_fills_by_buy_order").on(t.buyNumber),
    check("resale_fills_sum", sql`${t.priceCents} = ${t.feeCents} + ${t.advancedCents} + ${t.creditCents}`),
    check(
      "resale_fills_parts",
      sql`min(${t.feeCents}, ${t.advancedCents}, ${t.creditCents}) >= 0 AND ${t.priceCents} > 0`,
    ),
    check("resale_fills_settled", sql`(${t.state} = 'settled') = (${t.newStakeId} IS NOT NULL)`),
  ],
);
