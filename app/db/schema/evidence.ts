import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { casks } from "./casks";
import { idOf, oneOf } from "./columns";
import { EVIDENCE_KINDS, EVIDENCE_VISIBILITIES } from "./names";

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
    uniqueIndex("evidence_superseded_once").on(t.supersedesId),
    check(
      "evidence_days",
      sql`${t.issuedOn} GLOB '????-??-??' AND (${t.expiresOn} IS NULL OR (${t.expiresOn} GLOB '????-??-??' AND ${t.expiresOn} >= ${t.issuedOn}))`,
    ),
    check("evidence_size", sql`${t.sizeBytes} BETWEEN 1 AND 10485760`),
    check("evidence_hash", sql`length(${t.sha256}) = 64`),
  ],
);
