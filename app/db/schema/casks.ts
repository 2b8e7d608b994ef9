import { getTableColumns, sql } from "drizzle-orm";
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idOf, indexWhere, oneOf, uniqueWhere } from "./columns";
import {
  AUDIT_RESULTS,
  CASK_KINDS,
  CASK_STATES,
  CASK_TYPES,
  EVIDENCE_KINDS,
  EVIDENCE_VISIBILITIES,
  VALUATION_AUTHORS,
  VALUATION_TIERS,
} from "./names";
import { changeProposals } from "./operations";
import { users } from "./people";

/** The order in which operators see casks, the highest first: 4 drafts, 3 published, 2 withdrawn, 1 sold. */
export const caskStanding = sql<number>`CASE WHEN ended_on IS NOT NULL THEN 1 WHEN state = 'draft' THEN 4 WHEN state = 'published' THEN 3 ELSE 2 END`;

/** Triggers keep the two counters; the CHECK on them makes overselling impossible. */
export const casks = sqliteTable(
  "casks",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    kind: oneOf("kind", CASK_KINDS).notNull(),
    caskType: oneOf("cask_type", CASK_TYPES).notNull(),
    distillery: text("distillery").notNull(),
    distilleryInformation: text("distillery_information").notNull(),
    warehouse: text("warehouse").notNull(),
    /** 0: not stated. */
    vintageYear: integer("vintage_year").notNull(),
    /** Litres of pure alcohol, in tenths: 1,237 is 123.7 litres. */
    loaDecilitres: integer("loa_decilitres").notNull(),
    costPerStakeCents: integer("cost_per_stake_cents").notNull(),
    totalStakes: integer("total_stakes").notNull(),
    /** Price that we paid for the whole cask; null: not told. */
    boughtForCents: integer("bought_for_cents"),
    soldStakes: integer("sold_stakes").notNull().default(0),
    reservedStakes: integer("reserved_stakes").notNull().default(0),
    /** Calendar dates in UTC, both inclusive. */
    launchesOn: text("launches_on").notNull(),
    closesOn: text("closes_on").notNull(),
    /** Set by a trigger once the sale is confirmed. */
    endedOn: text("ended_on"),
    /** Nothing is held for new buyers; an open checkout may still be paid. */
    createdAtMs: integer("created_at_ms").notNull(),
    state: oneOf("state", CASK_STATES).notNull().default("draft"),
    /** Incremented by each save, so that the second of two open forms cannot undo the first unseen. */
    version: integer("version").notNull().default(1),
    caskNumber: text("cask_number"),
    filledOn: text("filled_on"),
    /** Alcohol by volume in tenths of a percent: 634 is 63.4 %. */
    abvTenths: integer("abv_tenths"),
    storagePaidUntil: text("storage_paid_until"),
    /** Valuations that count, oldest first, as JSON; kept by a trigger. */
    countedValues: text("counted_values").notNull().default("[]"),
  },
  (t) => [
    index("casks_by_close").on(t.closesOn),
    index("casks_by_kind").on(t.kind, t.closesOn),
    index("casks_by_warehouse").on(t.warehouse),
    index("casks_by_standing").on(caskStanding, t.closesOn, t.id),
    index("casks_by_name").on(sql`"name" COLLATE NOCASE`),
    indexWhere("casks_by_storage", [t.storagePaidUntil], sql`storage_paid_until IS NOT NULL`),
    check(
      "casks_stock",
      sql`${t.soldStakes} >= 0 AND ${t.reservedStakes} >= 0 AND ${t.soldStakes} + ${t.reservedStakes} <= ${t.totalStakes}`,
    ),
    check("casks_total", sql`${t.totalStakes} BETWEEN 1 AND 100000`),
    check("casks_cost", sql`${t.costPerStakeCents} BETWEEN 1 AND 100000000`),
    check("casks_bought_for", sql`${t.boughtForCents} BETWEEN 1 AND 100000000000`),
    check(
      "casks_window",
      sql`${t.launchesOn} <= ${t.closesOn} AND ${t.launchesOn} GLOB '????-??-??' AND ${t.closesOn} GLOB '????-??-??'`,
    ),
    check("casks_filled", sql`${t.filledOn} GLOB '????-??-??'`),
    check("casks_abv", sql`${t.abvTenths} BETWEEN 0 AND 1000`),
    check("casks_storage", sql`${t.storagePaidUntil} GLOB '????-??-??'`),
  ],
);

/** Valuations are long, and few pages need them. */
export const caskColumns = omitValues(getTableColumns(casks));

function omitValues<C extends { countedValues: unknown }>({ countedValues: _, ...columns }: C) {
  return columns;
}

/** The value of one stake from a date on. The first valuation, tier 'issue', is the price of a stake. */
export const valuations = sqliteTable(
  "valuations",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    valuedOn: text("valued_on").notNull(),
    valueCents: integer("value_cents").notNull(),
    tier: oneOf("tier", VALUATION_TIERS).notNull(),
    method: text("method").notNull(),
    source: text("source").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    /** The mistaken entry that this one takes the place of, which then counts no more. */
    supersedesId: text("supersedes_id").references((): AnySQLiteColumn => valuations.id),
    author: oneOf("author", VALUATION_AUTHORS),
    reason: text("reason"),
    /** The operator who recorded or confirmed it; null: it came with the deployment. */
    recordedBy: text("recorded_by").references(() => users.id),
    proposalId: text("proposal_id").references(() => changeProposals.id),
  },
  (t) => [
    index("valuations_by_cask").on(t.caskId, t.valuedOn),
    uniqueIndex("valuations_superseded_once").on(t.supersedesId),
    uniqueWhere("valuations_of_one_proposal", [t.proposalId], sql`proposal_id IS NOT NULL`),
    uniqueWhere("valuations_one_issue", [t.caskId], sql`tier = 'issue'`),
    check("valuations_value", sql`${t.valueCents} >= 0`),
  ],
);

/** Append-only; the latest by date is in the cask's own columns. */
export const gauges = sqliteTable(
  "gauges",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    gaugedOn: text("gauged_on").notNull(),
    loaDecilitres: integer("loa_decilitres").notNull(),
    abvTenths: integer("abv_tenths").notNull(),
    gaugedBy: text("gauged_by").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("gauges_by_cask").on(t.caskId, t.gaugedOn),
    check("gauges_day", sql`${t.gaugedOn} GLOB '????-??-??'`),
    check("gauges_strength", sql`${t.loaDecilitres} >= 0 AND ${t.abvTenths} BETWEEN 0 AND 1000`),
  ],
);

/** Append-only: a newer document replaces an older one, which is kept. The file is in R2. */
export const evidence = sqliteTable(
  "evidence",
  {
    id: text("id").primaryKey(),
    caskId: idOf("cask_id", () => casks.id),
    kind: oneOf("kind", EVIDENCE_KINDS).notNull(),
    issuer: text("issuer").notNull(),
    issuedOn: text("issued_on").notNull(),
    expiresOn: text("expires_on"),
    visibility: oneOf("visibility", EVIDENCE_VISIBILITIES).notNull(),
    /** Unguessable. */
    fileKey: text("file_key").notNull().unique(),
    /** As its content says: 'application/pdf', 'image/jpeg' or 'image/png'. */
    mediaType: text("media_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256").notNull(),
    supersedesId: text("supersedes_id").references((): AnySQLiteColumn => evidence.id),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    index("evidence_by_cask").on(t.caskId, t.issuedOn),
    index("evidence_by_hash").on(t.sha256),
    indexWhere("evidence_by_expiry", [t.expiresOn], sql`expires_on IS NOT NULL`),
    uniqueIndex("evidence_superseded_once").on(t.supersedesId),
    check(
      "evidence_days",
      sql`${t.issuedOn} GLOB '????-??-??' AND (${t.expiresOn} IS NULL OR (${t.expiresOn} GLOB '????-??-??' AND ${t.expiresOn} >= ${t.issuedOn}))`,
    ),
    check("evidence_size", sql`${t.sizeBytes} BETWEEN 1 AND 10485760`),
    check("evidence_hash", sql`length(${t.sha256}) = 64`),
  ],
);

/** The audit's results are in files (domain/audit/audit-files); here is what the next audit and the pages need. */
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
