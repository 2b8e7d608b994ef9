import { EVIDENCE_KINDS } from "~/db/schema/names";
import type { CalendarDate } from "~/domain/calendar-date";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import type { CaskEvidence, EvidenceKind, ProvedDocument } from "./proof-files";

export type ShelfDocument = ProvedDocument & { href: string | null; isExpired: boolean };

/** The place of one kind of paper, whether there is one or not. The latest first. */
export type Shelf = { kind: EvidenceKind; current: ShelfDocument[]; earlier: ShelfDocument[] };

/** Every kind of paper in its place, and the picture of what evaporated. */
export function drawEvidence(file: CaskEvidence, today: CalendarDate) {
  const shelves = EVIDENCE_KINDS.map((kind): Shelf => {
    const own = file.documents
      .filter((document) => document.kind === kind)
      .map((document) => ({
        ...document,
        href: document.visibility === "public" ? `/evidence/documents/${document.sha256}` : null,
        isExpired: document.expiresOn !== null && document.expiresOn < today,
      }));
    return { kind, current: own.filter(({ replaced }) => !replaced), earlier: own.filter(({ replaced }) => replaced) };
  });
  return { file, shelves, angels: drawAngelsShare({ ...file.cask, gauges: file.gauges }) };
}
