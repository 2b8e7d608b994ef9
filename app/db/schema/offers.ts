import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { oneOf } from "./one-of";
import { OFFER_ENDS, OFFER_STATES } from "./names";
import { users } from "./people";
import { stakes } from "./stakes";

/** An offer is never changed: its seller ends it and makes another one. */
export const offers = sqliteTable(
  "offers",
  {
    id: text("id").primaryKey(),
    stakeId: text("stake_id")
      .notNull()
      .references(() => stakes.id),
    caskId: text("cask_id")
      .notNull()
      .references(() => casks.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    priceCents: integer("price_cents").notNull(),
    /** Fee for seller and buyer each: the buyer pays price and fee. */
    feeCents: integer("fee_cents").notNull(),
    valuedCents: integer("valued_cents"),
    state: oneOf("state", OFFER_STATES).notNull().default("open"),
    endReason: oneOf("end_reason", OFFER_ENDS),
    /** What an operator wrote to the seller. */
    endNote: text("end_note"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    endedAtMs: integer("ended_at_ms"),
    newStakeId: text("new_stake_id")
      .unique()
      .references(() => stakes.id),
    /** Returns advanced on the stake, paid back out of the price. */
    advancedCents: integer("advanced_cents"),
    creditCents: integer("credit_cents"),
    soldAtMs: integer("sold_at_ms"),
    payableFromMs: integer("payable_from_ms"),
    paidAtMs: integer("paid_at_ms"),
    undoneAtMs: integer("undone_at_ms"),
  },
  (t) => [
    uniqueIndex("offers_one_open")
      .on(t.stakeId)
      .where(sql`state = 'open'`),
    index("offers_by_cask")
      .on(t.caskId, t.priceCents)
      .where(sql`state = 'open'`),
    index("offers_by_expiry")
      .on(t.expiresAtMs)
      .where(sql`state = 'open'`),
    index("offers_by_user").on(t.userId, t.createdAtMs),
    index("offers_by_stake").on(t.stakeId),
    index("offers_by_time").on(t.createdAtMs, t.id),
    index("offers_sold")
      .on(t.soldAtMs)
      .where(sql`sold_at_ms IS NOT NULL`),
    index("offers_payable")
      .on(t.payableFromMs)
      .where(sql`state = 'sold' AND paid_at_ms IS NULL`),
    check("offers_figures", sql`${t.priceCents} > 0 AND ${t.feeCents} >= 0 AND ${t.feeCents} < ${t.priceCents}`),
    check("offers_sum", sql`${t.priceCents} = ${t.feeCents} + ${t.advancedCents} + ${t.creditCents}`),
    check("offers_parts", sql`min(${t.advancedCents}, ${t.creditCents}) >= 0`),
    check("offers_ended", sql`(${t.state} = 'ended') = (${t.endReason} IS NOT NULL)`),
    check(
      "offers_sold_whole",
      sql`(${t.state} IN ('sold', 'undone')) = (${t.newStakeId} IS NOT NULL AND ${t.creditCents} IS NOT NULL AND ${t.soldAtMs} IS NOT NULL AND ${t.payableFromMs} IS NOT NULL)`,
    ),
    check("offers_undone", sql`(${t.state} = 'undone') = (${t.undoneAtMs} IS NOT NULL)`),
  ],
);
