import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bids } from "./bids";
import { casks } from "./casks";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import { BUYER_KINDS, EXIT_KINDS, EXIT_STATES } from "./names";
import { users } from "./people";

/** Proposed by one operator and confirmed by another; then every stake is credited and ends. The figures are fixed from the start. */
export const caskExits = sqliteTable(
  "cask_exits",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    kind: oneOf("kind", EXIT_KINDS).notNull(),
    buyerKind: oneOf("buyer_kind", BUYER_KINDS).notNull(),
    soldOn: text("sold_on").notNull(),
    grossCents: integer("gross_cents").notNull(),
    feesCents: integer("fees_cents").notNull(),
    stakes: integer("stakes").notNull(),
    netPerStakeCents: integer("net_per_stake_cents").notNull(),
    remainderCents: integer("remainder_cents").notNull(),
    state: oneOf("state", EXIT_STATES).notNull().default("proposed"),
    proposedBy: idOf("proposed_by", () => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    confirmedBy: text("confirmed_by").references(() => users.id),
    confirmedAtMs: integer("confirmed_at_ms"),
    withdrawnBy: text("withdrawn_by").references(() => users.id),
    endedAtMs: integer("ended_at_ms"),
    bidId: text("bid_id").references(() => bids.id),
  },
  (t) => [
    index("cask_exits_by_cask").on(t.caskId, t.proposedAtMs),
    indexWhere("cask_exits_by_time", [t.confirmedAtMs, t.caskId], sql`confirmed_at_ms IS NOT NULL`),
    indexWhere("cask_exits_proposed", [t.proposedAtMs], sql`state = 'proposed'`),
    uniqueWhere("cask_exits_one_live", [t.caskId], sql`state <> 'withdrawn'`),
    check("cask_exits_day", sql`${t.soldOn} GLOB '????-??-??'`),
    check("cask_exits_amounts", sql`${t.feesCents} BETWEEN 0 AND ${t.grossCents} AND ${t.netPerStakeCents} >= 0`),
    check("cask_exits_rounding", sql`${t.stakes} >= 1 AND ${t.remainderCents} BETWEEN 0 AND ${t.stakes} - 1`),
    check(
      "cask_exits_sum",
      sql`${t.grossCents} - ${t.feesCents} = ${t.netPerStakeCents} * ${t.stakes} + ${t.remainderCents}`,
    ),
    check("cask_exits_kind", sql`(${t.kind} = 'buy-back') = (${t.buyerKind} = 'provider')`),
  ],
);
