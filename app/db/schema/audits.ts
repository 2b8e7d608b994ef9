import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, oneOf } from "./columns";
import { AUDIT_RESULTS } from "./names";

/** What the audit found is in files (domain/audit/audit-files); here is what the next one and the pages must know. */
export const audits = sqliteTable(
  "audits",
  {
    date: text("date").primaryKey(),
    result: oneOf("result", AUDIT_RESULTS).notNull(),
    reason: text("reason"),
    hash: text("hash").notNull(),
    ledgerHead: text("ledger_head").notNull(),
    /** 1: the ledger was what had been chained before, so later days are compared with this head. */
    ledgerRight: integer("ledger_right").notNull(),
    casks: integer("casks").notNull(),
    stakes: integer("stakes").notNull(),
    documents: integer("documents").notNull(),
    finishedAtMs: integer("finished_at_ms").notNull(),
  },
  (t) => [check("audits_day", sql`${t.date} GLOB '????-??-??'`)],
);

/** What was last found right about a cask, with which the next audit compares it. */
export const auditedCasks = sqliteTable("audited_casks", {
  caskId: idOf("cask_id", () => casks.id).primaryKey(),
  stakes: integer("stakes").notNull(),
  /** The latest audit that it passed; null: it never passed one. */
  listSha256: text("list_sha256"),
  listDate: text("list_date"),
  /** Its valuations and public documents then, as canonical JSON. */
  facts: text("facts"),
});
