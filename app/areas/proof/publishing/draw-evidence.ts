import { EVIDENCE_KINDS } from "~/db/schema/names";
import type { CalendarDate } from "~/domain/calendar-date";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawRack } from "~/domain/pictures/rack";
import type { CaskEvidence, EvidenceKind, ProvedCask, ProvedDocument } from "./proof-files";

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

/** The casks that stand, each filled by the kinds of paper there are; only its outline is drawn while one is missing. */
export const drawPapers = (casks: readonly ProvedCask[]) =>
  drawRack(
    casks
      .filter(({ endedOn }) => endedOn === null)
      .map(({ kinds }) => ({
        ...{ total: EVIDENCE_KINDS.length, sold: kinds.length, void: 0 },
        isOutline: kinds.length < EVIDENCE_KINDS.length,
      })),
  );
