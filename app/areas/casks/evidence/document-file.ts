import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { evidence } from "~/db/schema/casks";
import { row, type Work } from "~/db/work";
import { toHex } from "~/domain/hex";

type FileType = "application/pdf" | "image/jpeg" | "image/png";

const SIGNATURES: readonly [FileType, readonly number[]][] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** The content decides: names and what a browser says can be anything. */
function fileTypeOf(bytes: Uint8Array): FileType | null {
  return SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
}

const MOST_BYTES = 10 * 1024 * 1024;

export function readSentFile(
  bytes: Uint8Array | null,
): { ok: true; mediaType: FileType } | { ok: false; error: string } {
  if (!bytes || bytes.length === 0) return { ok: false, error: "File is missing." };
  if (bytes.length > MOST_BYTES) return { ok: false, error: "File: at most 10 MB." };
  const mediaType = fileTypeOf(bytes);
  return mediaType
    ? { ok: true, mediaType }
    : { ok: false, error: "File: only PDF, JPEG and PNG. The content counts, not the name." };
}

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return toHex(new Uint8Array(digest));
}

export const documentFileColumns = {
  kind: evidence.kind,
  issuedOn: evidence.issuedOn,
  fileKey: evidence.fileKey,
  mediaType: evidence.mediaType,
};

type DocumentFile = { kind: string; issuedOn: string; fileKey: string; mediaType: string };

export function readDocumentFile(db: Database, documentId: string): Work<DocumentFile | undefined> {
  return row(db.select(documentFileColumns).from(evidence).where(eq(evidence.id, documentId)));
}

/** Made of our own names: nothing that was typed gets into a header. */
export const documentFileName = ({ kind, issuedOn, mediaType }: DocumentFile) =>
  `${kind}-${issuedOn}.${mediaType.split("/")[1] === "jpeg" ? "jpg" : (mediaType.split("/")[1] ?? "bin")}`;
