import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { evidence } from "~/db/schema/casks";
import { row, type Work } from "~/db/work";

type DocumentFile = { kind: string; issuedOn: string; fileKey: string; mediaType: string };

export function readDocumentFile(db: Database, documentId: string): Work<DocumentFile | undefined> {
  return row(
    db
      .select({
        kind: evidence.kind,
        issuedOn: evidence.issuedOn,
        fileKey: evidence.fileKey,
        mediaType: evidence.mediaType,
      })
      .from(evidence)
      .where(eq(evidence.id, documentId)),
  );
}

/** Made of our own names: nothing that was typed gets into a header. */
export const documentFileName = ({ kind, issuedOn, mediaType }: DocumentFile) =>
  `${kind}-${issuedOn}.${mediaType.split("/")[1] === "jpeg" ? "jpg" : (mediaType.split("/")[1] ?? "bin")}`;
