import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { caskKinds, caskTypes, oneOf, valuationTiers } from "./names";

/** One physical cask in bond. Triggers keep the two counters; the CHECK on them makes overselling impossible. */
export const casks = sqliteTable(
  "casks",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    kind: oneOf("kind", caskKinds).notNull(),
    caskType: oneOf("cask_type", caskTypes).notNull(),
    distillery: text("distillery").notNull(),
    distilleryInformation: text("distillery_information").notNull(),
    warehouse: text("warehouse").notNull(),
    vintageYear: integer("vintage_year").notNull(),
    /** Litres of pure alcohol, in tenths: 1,237 is 123.7 litres. */
    loaDecilitres: integer("loa_decilitres").notNull(),
    costPerStakeCents: integer("cost_per_stake_cents").notNull(),
    totalStakes: integer("total_stakes").notNull(),
    soldStakes: integer("sold_stakes").notNull().default(0),
    reservedStakes: integer("reserved_stakes").notNull().default(0),
    /** Calendar dates in UTC, both inclusive. */
    launchesOn: text("launches_on").notNull(),
    closesOn: text("closes_on").notNull(),
    /** The day it was sold or bought back; set by a trigger once that is confirmed. Nothing of it is sold any more. */
    endedOn: text("ended_on"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("casks_by_close").on(t.closesOn),
    check(
      "casks_stock",
      sql`${t.soldStakes} >= 0 AND ${t.reservedStakes} >= 0 AND ${t.soldStakes} + ${t.reservedStakes} <= ${t.totalStakes}`,
    ),
    check("casks_total", sql`${t.totalStakes} BETWEEN 1 AND 100000`),
    check("casks_cost", sql`${t.costPerStakeCents} BETWEEN 1 AND 100000000`),
    check(
      "casks_window",
      sql`${t.launchesOn} <= ${t.closesOn} AND ${t.launchesOn} GLOB '????-??-??' AND ${t.closesOn} GLOB '????-??-??'`,
    ),
  ],
);

/** The value of one stake from a date on. The first valuation, tier 'issue', is the price of a stake. */
export const valuations = sqliteTable(
  "valuations",
  {
    id: text("id").primaryKey(),
    caskId: text("cask_id")
      .notNull()
      .references(() => casks.id),
    valuedOn: text("valued_on").notNull(),
    valueCents: integer("value_cents").notNull(),
    tier: oneOf("tier", valuationTiers).notNull(),
    method: text("method").notNull(),
    source: text("source").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("valuations_by_cask").on(t.caskId, t.valuedOn),
    uniqueIndex("valuations_one_issue")
      .on(t.caskId)
      .where(sql`tier = 'issue'`),
    check("valuations_value", sql`${t.valueCents} >= 0`),
  ],
);
