import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { OFFER_ENDS, OFFER_STATES } from "./names";
import { users } from "./people";
import { stakes } from "./stakes";

/** An offer is never changed: its seller ends it and makes another one. */
export const offers = sqliteTable(
  "offers",
  {
    id: text("id").primaryKey(),
    stakeId: idOf("stake_id", () => stakes.id),
    caskId: idOf("cask_id", () => casks.id),
    userId: idOf("user_id", () => users.id),
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
    uniqueWhere("offers_one_open", [t.stakeId], sql`state = 'open'`),
    indexWhere("offers_by_cask", [t.caskId, t.priceCents], sql`state = 'open'`),
    indexWhere("offers_by_expiry", [t.expiresAtMs], sql`state = 'open'`),
    index("offers_by_user").on(t.userId, t.createdAtMs),
    index("offers_by_stake").on(t.stakeId),
    index("offers_by_time").on(t.createdAtMs, t.id),
    indexWhere("offers_sold", [t.soldAtMs], sql`sold_at_ms IS NOT NULL`),
    indexWhere("offers_payable", [t.payableFromMs], sql`state = 'sold' AND paid_at_ms IS NULL`),
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
