import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./people";
import { withdrawals } from "./rewards";

/** A file for the bank: what one operator had paid at once. It is recalled as a whole or not at all. */
export const payoutRuns = sqliteTable(
  "payout_runs",
  {
    id: text("id").primaryKey(),
    /** By which people speak of it: 1, 2, 3. */
    number: integer("number").notNull(),
    operatorId: text("operator_id")
      .notNull()
      .references(() => users.id),
    rowCount: integer("row_count").notNull(),
    totalCents: integer("total_cents").notNull(),
    madeAtMs: integer("made_at_ms").notNull(),
    calledBackAtMs: integer("called_back_at_ms"),
    calledBackBy: text("called_back_by").references(() => users.id),
    callBackReason: text("call_back_reason"),
  },
  (t) => [
    uniqueIndex("payout_runs_by_number").on(t.number),
    index("payout_runs_by_operator").on(t.operatorId, t.madeAtMs),
    check("payout_runs_hold_something", sql`${t.rowCount} > 0 AND ${t.totalCents} > 0`),
    check(
      "payout_runs_called_back",
      sql`(${t.calledBackAtMs} IS NULL) = (${t.calledBackBy} IS NULL) AND (${t.calledBackAtMs} IS NULL) = (${t.callBackReason} IS NULL)`,
    ),
  ],
);

/** What is in a payout run: always the same rows. A request is in one run at a time. */
export const payoutRunRows = sqliteTable(
  "payout_run_rows",
  {
    runId: text("run_id")
      .notNull()
      .references(() => payoutRuns.id),
    /** Its line in the file. */
    place: integer("place").notNull(),
    withdrawalId: text("withdrawal_id")
      .notNull()
      .references(() => withdrawals.id),
    /** Its run was called back before it was decided. */
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.place] }),
    uniqueIndex("payout_run_rows_one_open")
      .on(t.withdrawalId)
      .where(sql`released_at_ms IS NULL`),
    index("payout_run_rows_by_withdrawal").on(t.withdrawalId),
    check("payout_run_rows_place", sql`${t.place} >= 1`),
  ],
);
