import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idOf, uniqueWhere } from "./columns";
import { users } from "./people";
import { withdrawals } from "./rewards";

/** One file for the bank, recalled as a whole or not at all. */
export const payoutRuns = sqliteTable(
  "payout_runs",
  {
    id: text("id").primaryKey(),
    number: integer("number").notNull(),
    operatorId: idOf("operator_id", () => users.id),
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

export const payoutRunRows = sqliteTable(
  "payout_run_rows",
  {
    runId: idOf("run_id", () => payoutRuns.id),
    place: integer("place").notNull(),
    withdrawalId: idOf("withdrawal_id", () => withdrawals.id),
    releasedAtMs: integer("released_at_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.place] }),
    uniqueWhere("payout_run_rows_one_open", [t.withdrawalId], sql`released_at_ms IS NULL`),
    index("payout_run_rows_by_withdrawal").on(t.withdrawalId),
    check("payout_run_rows_place", sql`${t.place} >= 1`),
  ],
);
