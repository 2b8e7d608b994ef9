import { sql } from "drizzle-orm";
import * as z from "zod";
import { asTyped, orNothing, says, typedChoice, typedDay, typedLine } from "~/areas/casks/typed-values";
import { recordErrors, recordFieldNames as names } from "~/content/operator-cask-texts";
import type { Deps } from "~/core/deps";
import { firstErrors } from "~/core/first-errors";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { casks, evidence } from "~/db/schema/casks";
import { EVIDENCE_KINDS, EVIDENCE_VISIBILITIES } from "~/db/schema/names";
import { row, together, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { readSentFile, sha256Of } from "./document-file";

const schema = z.object({
  document_kind: typedChoice(names.document_kind, EVIDENCE_KINDS),
  issuer: typedLine(names.issuer),
  issued_on: typedDay(names.issued_on),
  expires_on: orNothing(typedDay(names.expires_on)),
  visibility: typedChoice(names.visibility, EVIDENCE_VISIBILITIES),
});

type EvidenceValues = z.infer<typeof schema>;
type EvidenceErrors = Partial<Record<keyof EvidenceValues | "file", string>>;

type ReadEvidence =
  | { ok: true; values: EvidenceValues; mediaType: string }
  | { ok: false; typed: Record<string, string>; errors: EvidenceErrors };

function readEvidence(fields: Record<string, unknown>, bytes: Uint8Array | null, today: string): ReadEvidence {
  const parsed = schema
    .refine(({ issued_on }) => issued_on <= today, {
      path: ["issued_on"],
      error: recordErrors.inFuture(names.issued_on),
    })
    .refine(({ issued_on, expires_on }) => expires_on === null || expires_on >= issued_on, {
      path: ["expires_on"],
      error: "Expires on must not be before the day of issue.",
    })
    .safeParse(fields);
  const file = readSentFile(bytes);
  if (parsed.success && file.ok) return { ok: true, values: parsed.data, mediaType: file.mediaType };
  const errors: EvidenceErrors = parsed.success ? {} : firstErrors<EvidenceValues>(parsed.error);
  return {
    ok: false,
    typed: asTyped(fields, schema.keyof().options),
    errors: file.ok ? errors : { ...errors, file: file.error },
  };
}

type AddEvidence = {
  evidenceId: string;
  caskId: string;
  supersedesId?: string | null;
  fields: Record<string, unknown>;
  bytes: Uint8Array<ArrayBuffer> | null;
};

export type AddEvidenceOutcome =
  | { ok: true; sha256: string }
  | { ok: false; code: "invalid"; typed: Record<string, string>; errors: EvidenceErrors }
  | { ok: false; code: "not-allowed" | "no-such-cask" | "no-such-document" | "id-taken" };

/**
 * The file is written before its row, under a key that no one can guess: one without a row is never shown. Nothing is
 * deleted; a newer document replaces an older one.
 */
export async function addEvidence(
  deps: Deps & { proof: R2Bucket },
  session: OperatorSession,
  { evidenceId, caskId, supersedesId = null, fields, bytes }: AddEvidence,
): Promise<AddEvidenceOutcome> {
  const { db } = deps;
  const sha256 = await sha256Of(bytes ?? new Uint8Array());
  const known = await session.read(() =>
    together({
      cask: row(
        db
          .select({ id: casks.id })
          .from(casks)
          .where(sql`id = ${caskId}`),
      ),
      saved: savedRow(db, evidenceId),
    }),
  );
  if (!known.result.cask) return { ok: false, code: "no-such-cask" };
  const read = readEvidence(fields, bytes, dateOf(known.nowMs));
  if (!read.ok) return { ...read, code: "invalid" };
  const { saved } = known.result;
  const entry: NewEvidence = {
    evidenceId,
    caskId,
    supersedesId,
    values: read.values,
    sha256,
    file: { key: `evidence/${deps.newId("fil")}`, mediaType: read.mediaType, sizeBytes: bytes?.length ?? 0 },
  };
  if (saved) return isSame(saved, entry) ? { ok: true, sha256 } : { ok: false, code: "id-taken" };
  await deps.proof.put(entry.file.key, bytes, { sha256, httpMetadata: { contentType: entry.file.mediaType } });
  const { result: found } = await session.write((operator) => insertEvidence(db, operator, entry));
  if (!found) return { ok: false, code: supersedesId === null ? "not-allowed" : "no-such-document" };
  return isSame(found, entry) ? { ok: true, sha256 } : { ok: false, code: "id-taken" };
}

type NewEvidence = {
  evidenceId: string;
  caskId: string;
  supersedesId: string | null;
  values: EvidenceValues;
  sha256: string;
  file: { key: string; mediaType: string; sizeBytes: number };
};

const savedRow = (db: Database, evidenceId: string) =>
  row(
    db
      .select()
      .from(evidence)
      .where(sql`evidence.id = ${evidenceId}`),
  );

function insertEvidence(db: Database, operator: OperatorAccess, entry: NewEvidence) {
  const { nowMs } = operator;
  const { evidenceId, caskId, supersedesId, values, sha256, file } = entry;
  const insert = sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, expires_on, visibility, file_key, media_type, size_bytes,
      sha256, supersedes_id, created_at_ms)
    SELECT ${evidenceId}, casks.id, ${values.document_kind}, ${values.issuer}, ${values.issued_on}, ${values.expires_on},
      ${values.visibility}, ${file.key}, ${file.mediaType}, ${file.sizeBytes}, ${sha256}, ${supersedesId}, ${nowMs}
    FROM casks WHERE casks.id = ${caskId}
      AND (${supersedesId} IS NULL OR EXISTS (
        SELECT 1 FROM evidence AS older WHERE older.id = ${supersedesId} AND older.cask_id = casks.id AND older.kind = ${values.document_kind}))
    ON CONFLICT DO NOTHING`;
  const audit = recordAudit(
    db,
    {
      id: `evidence-added:${evidenceId}`,
      by: operator,
      action: "evidence-added",
      subject: sql`'cask:' || evidence.cask_id`,
      detail: `evidence:${evidenceId}${supersedesId === null ? "" : ` supersedes evidence:${supersedesId}`} ${EVIDENCE_FIELDS}`,
    },
    { from: evidence, where: sql`evidence.id = ${evidenceId}` },
  );
  return writeThenRead([db.run(insert), audit], savedRow(db, evidenceId));
}

const EVIDENCE_FIELDS = "document_kind,issuer,issued_on,expires_on,visibility,file";

/** The key is a new one with each try, so what the operator sent is compared. */
const isSame = (found: typeof evidence.$inferSelect, { caskId, supersedesId, values, sha256 }: NewEvidence) => {
  const { document_kind: kind, issued_on: issuedOn, expires_on: expiresOn, ...rest } = values;
  return says(found, { caskId, supersedesId, sha256, kind, issuedOn, expiresOn, ...rest });
};
