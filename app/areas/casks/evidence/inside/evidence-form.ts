import * as z from "zod";
import { recordErrors, recordFieldNames as names } from "~/content/operator-cask-texts";
import { EVIDENCE_KINDS, EVIDENCE_VISIBILITIES } from "~/db/schema/names";
import { asTyped, orNothing, typedChoice, typedDay, typedLine } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";

type EvidenceType = "application/pdf" | "image/jpeg" | "image/png";

/** The first bytes of each kind of file that is taken. */
const SIGNATURES: readonly [EvidenceType, readonly number[]][] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** What a file is by its content; names and what a browser says about it can be anything. null: none of these. */
function fileTypeOf(bytes: Uint8Array): EvidenceType | null {
  return SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
}

const MOST_BYTES = 10 * 1024 * 1024;

const schema = z.object({
  document_kind: typedChoice(names.document_kind, EVIDENCE_KINDS),
  issuer: typedLine(names.issuer),
  issued_on: typedDay(names.issued_on),
  expires_on: orNothing(typedDay(names.expires_on)),
  visibility: typedChoice(names.visibility, EVIDENCE_VISIBILITIES),
});

export type EvidenceValues = z.infer<typeof schema>;
export type EvidenceErrors = Partial<Record<keyof EvidenceValues | "file", string>>;

type ReadEvidence =
  | { ok: true; values: EvidenceValues; mediaType: EvidenceType }
  | { ok: false; typed: Record<string, string>; errors: EvidenceErrors };

/** @param bytes the whole file; null: none was chosen */
export function readEvidence(fields: Record<string, unknown>, bytes: Uint8Array | null, today: string): ReadEvidence {
  const parsed = schema
    .refine(({ issued_on }) => issued_on <= today, {
      path: ["issued_on"],
      error: recordErrors.inFuture(names.issued_on),
    })
    .refine(({ issued_on, expires_on }) => expires_on === null || expires_on >= issued_on, {
      path: ["expires_on"],
      error: recordErrors.expiresBeforeIssued,
    })
    .safeParse(fields);
  const file = readFile(bytes);
  if (parsed.success && file.ok) return { ok: true, values: parsed.data, mediaType: file.mediaType };
  const errors: EvidenceErrors = parsed.success ? {} : firstErrors<EvidenceValues>(parsed.error);
  return {
    ok: false,
    typed: asTyped(fields, schema.keyof().options),
    errors: file.ok ? errors : { ...errors, file: file.error },
  };
}

function readFile(bytes: Uint8Array | null): { ok: true; mediaType: EvidenceType } | { ok: false; error: string } {
  if (!bytes || bytes.length === 0) return { ok: false, error: recordErrors.fileMissing };
  if (bytes.length > MOST_BYTES) return { ok: false, error: recordErrors.fileTooLarge };
  const mediaType = fileTypeOf(bytes);
  return mediaType ? { ok: true, mediaType } : { ok: false, error: recordErrors.fileUnknown };
}
