import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { oneOf } from "./name-tables";
import { auditResults, auditStates } from "./names";
import { certificates } from "./stakes";

/** One daily audit. What it found is in files (domain/audit/audit-files); here is what the next one and the timer must know. */
export const audits = sqliteTable(
  "audits",
  {
    /** The day whose end it tells of, in UTC. */
    date: text("date").primaryKey(),
    state: oneOf("state", auditStates).notNull().default("running"),
    result: oneOf("result", auditResults),
    reason: text("reason"),
    /** The day published before, as it was when this one began. */
    previousDate: text("previous_date"),
    previousHash: text("previous_hash"),
    hash: text("hash"),
    ledgerHead: text("ledger_head"),
    ledgerRows: integer("ledger_rows").notNull().default(0),
    lastSeq: integer("last_seq").notNull().default(0),
    /** 1: the ledger was what had been chained before, so later days are compared with this head. */
    ledgerRight: integer("ledger_right").notNull().default(0),
    casks: integer("casks").notNull().default(0),
    /** Issued ones. */
    stakes: integer("stakes").notNull().default(0),
    documents: integer("documents").notNull().default(0),
    /** How many pieces of it are done. */
    pieces: integer("pieces").notNull().default(0),
    /** What the next piece must know, as JSON; empty once it is published. */
    progress: text("progress").notNull(),
    /** The run making the next piece, and until when no other run may. */
    lease: text("lease"),
    leasedUntilMs: integer("leased_until_ms"),
    startedAtMs: integer("started_at_ms").notNull(),
    finishedAtMs: integer("finished_at_ms"),
  },
  (t) => [
    index("audits_by_state").on(t.state, t.date),
    check("audits_day", sql`${t.date} GLOB '????-??-??'`),
    check(
      "audits_published",
      sql`${t.state} <> 'published' OR (${t.result} IS NOT NULL AND ${t.hash} IS NOT NULL AND ${t.finishedAtMs} IS NOT NULL)`,
    ),
  ],
);

/** The casks that a piece has gone through, as they will stand in the day's file. Kept until that is published. */
export const auditParts = sqliteTable(
  "audit_parts",
  {
    date: text("date")
      .notNull()
      .references(() => audits.date),
    piece: integer("piece").notNull(),
    body: text("body").notNull(),
  },
  (t) => [primaryKey({ columns: [t.date, t.piece] })],
);

/** What was last found right about a cask, with which the next audit compares it. */
export const auditedCasks = sqliteTable(
  "audited_casks",
  {
    caskId: text("cask_id")
      .primaryKey()
      .references(() => casks.id),
    /** Of the latest audit. */
    date: text("date")
      .notNull()
      .references(() => audits.date),
    result: oneOf("result", auditResults).notNull(),
    /** Sold ones, in the latest audit. */
    stakes: integer("stakes").notNull(),
    /** Of the latest audit that it passed; null: of none. */
    listSha256: text("list_sha256"),
    listDate: text("list_date"),
    /** Its valuations and public documents then, as canonical JSON. */
    facts: text("facts"),
  },
  (t) => [index("audited_casks_by_day").on(t.date)],
);

/** The ledger's head after every thousandth row, so that a change is known to lie between two of them. */
export const ledgerCheckpoints = sqliteTable(
  "ledger_checkpoints",
  {
    seq: integer("seq").primaryKey(),
    head: text("head").notNull(),
    /** The audit that made it. It counts once that has found the ledger right. */
    date: text("date")
      .notNull()
      .references(() => audits.date),
  },
  (t) => [index("ledger_checkpoints_by_day").on(t.date), check("ledger_checkpoints_head", sql`length(${t.head}) = 64`)],
);

/** Certificates whose mark an audit did not find where it must stand: in the list of that day. Kept for two days. */
export const missingMarks = sqliteTable(
  "missing_marks",
  {
    certificateId: text("certificate_id")
      .notNull()
      .references(() => certificates.id),
    date: text("date")
      .notNull()
      .references(() => audits.date),
  },
  (t) => [primaryKey({ columns: [t.certificateId, t.date] }), index("missing_marks_by_day").on(t.date)],
);
