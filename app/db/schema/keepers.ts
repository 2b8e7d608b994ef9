import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { changeProposals } from "./change-proposals";
import { users } from "./people";

/** A keeper who signs statements about the casks of one warehouse. Begins with the first key that two operators confirm. */
export const keepers = sqliteTable(
  "keepers",
  {
    /** As statements name it: 'carrick-brae'. */
    id: text("id").primaryKey(),
    /** In the words with which casks name it. */
    warehouse: text("warehouse").notNull().unique(),
    /** Who is asked for the next statement; null: nobody. Never published. */
    email: text("email"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [check("keepers_id", sql`length(${t.id}) BETWEEN 3 AND 40 AND ${t.id} NOT GLOB '*[^a-z0-9-]*'`)],
);

/** Public keys (Ed25519). One of each keeper is good; a retired one stays, because it proves what was signed with it. */
export const keeperKeys = sqliteTable(
  "keeper_keys",
  {
    /** 32 bytes in base64. */
    publicKey: text("public_key").primaryKey(),
    keeperId: text("keeper_id")
      .notNull()
      .references(() => keepers.id),
    /** By which it was registered. */
    proposalId: text("proposal_id")
      .notNull()
      .references(() => changeProposals.id),
    registeredAtMs: integer("registered_at_ms").notNull(),
    /** From then on nothing that is signed with it is taken. */
    retiredAtMs: integer("retired_at_ms"),
  },
  (t) => [
    uniqueIndex("keeper_keys_one_good")
      .on(t.keeperId)
      .where(sql`retired_at_ms IS NULL`),
    uniqueIndex("keeper_keys_of_one_proposal").on(t.proposalId),
    index("keeper_keys_by_keeper").on(t.keeperId, t.registeredAtMs),
    check("keeper_keys_length", sql`length(${t.publicKey}) = 44`),
    check("keeper_keys_retired", sql`${t.retiredAtMs} >= ${t.registeredAtMs}`),
  ],
);

/** What a keeper signed, as it was signed. Append-only; each is of a later day than the one before. */
export const keeperStatements = sqliteTable(
  "keeper_statements",
  {
    /** SHA-256 of the published file, as hex. */
    id: text("id").primaryKey(),
    keeperId: text("keeper_id")
      .notNull()
      .references(() => keepers.id),
    statedOn: text("stated_on").notNull(),
    publicKey: text("public_key")
      .notNull()
      .references(() => keeperKeys.publicKey),
    /** The published file, byte for byte: canonical JSON of the statement and its signature. */
    body: text("body").notNull(),
    /** 64 bytes in base64. */
    signature: text("signature").notNull(),
    /** What in it somebody has to look at, as JSON: `Finding` of domain/keepers/examine-statement. */
    findings: text("findings").notNull(),
    receivedAtMs: integer("received_at_ms").notNull(),
    /** The operator who handed it in; null: it came by the keeper's link. */
    receivedBy: text("received_by").references(() => users.id),
  },
  (t) => [
    uniqueIndex("keeper_statements_by_day").on(t.keeperId, t.statedOn),
    uniqueIndex("keeper_statements_by_signature").on(t.signature),
    index("keeper_statements_by_key").on(t.publicKey),
    index("keeper_statements_by_time").on(t.receivedAtMs, t.id),
    check("keeper_statements_day", sql`${t.statedOn} GLOB '????-??-??'`),
    check("keeper_statements_size", sql`length(${t.body}) <= 60000`),
  ],
);

/** One line of a statement, and the cask of ours that it is about. */
export const keeperStatementCasks = sqliteTable(
  "keeper_statement_casks",
  {
    statementId: text("statement_id")
      .notNull()
      .references(() => keeperStatements.id),
    /** The number painted on the cask, as the keeper wrote it. */
    number: text("number").notNull(),
    /** null: no cask of ours in this warehouse has this number, or more than one has. */
    caskId: text("cask_id").references(() => casks.id),
    statedOn: text("stated_on").notNull(),
    present: integer("present").notNull(),
    /** Litres of pure alcohol in tenths, as in `casks`; null: not measured. */
    loaDecilitres: integer("loa_decilitres"),
    note: text("note").notNull(),
    receivedAtMs: integer("received_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.statementId, t.number] }),
    index("keeper_statement_casks_by_cask").on(t.caskId, t.statedOn),
    check("keeper_statement_casks_present", sql`${t.present} IN (0, 1)`),
    check("keeper_statement_casks_litres", sql`${t.loaDecilitres} >= 0`),
  ],
);
