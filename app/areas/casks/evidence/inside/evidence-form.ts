import * as z from "zod";
import { recordErrors, recordFieldNames as names } from "~/content/operator-cask-texts";
import { EVIDENCE_KINDS, EVIDENCE_VISIBILITIES } from "~/db/schema/names";
import { asTyped, orNothing, typedChoice, typedDay, typedLine } from "~/areas/casks/typed-values";
import { firstErrors } from "~/core/first-errors";
import { readSentFile } from "../sent-file";

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
  | { ok: true; values: EvidenceValues; mediaType: string }
  | { ok: false; typed: Record<string, string>; errors: EvidenceErrors };

/** As it was sent, but for the file. */
export const typedEvidence = (fields: Record<string, unknown>) => asTyped(fields, schema.keyof().options);

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
  const file = readSentFile(bytes);
  if (parsed.success && file.ok) return { ok: true, values: parsed.data, mediaType: file.mediaType };
  const errors: EvidenceErrors = parsed.success ? {} : firstErrors<EvidenceValues>(parsed.error);
  return {
    ok: false,
    typed: typedEvidence(fields),
    errors: file.ok ? errors : { ...errors, file: file.error },
  };
}
