import { asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { valuationCells } from "~/areas/casks/valuation-history";
import { casks, gauges, valuations, warehouseKeepers } from "~/db/schema/casks";
import { evidence } from "~/db/schema/evidence";
import { EVIDENCE_KINDS } from "~/db/schema/names";
import { row, rows, runWork, together } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { readValueRecord } from "~/areas/casks/read-value-record";
import { valueStory } from "~/areas/casks/value-story";
import type { EvidenceKind } from "./list-evidence";
import { yesterdayOf } from "./read-service";

export type ProvedDocument = {
  kind: EvidenceKind;
  issuer: string;
  issuedOn: CalendarDate;
  expiresOn: CalendarDate | null;
  visibility: "public" | "holders";
  sha256: string;
  /** A newer one took its place. */
  replaced: boolean;
};

export type ShelfDocument = ProvedDocument & { href: string | null; isExpired: boolean };

/** The place of one kind of document, whether there is one or not. The latest first. */
export type Shelf = { kind: EvidenceKind; current: ShelfDocument[]; earlier: ShelfDocument[] };

/** What is known of one cask: documents as they are now, values as they stood when yesterday ended. Null: it was never on offer. One round trip. */
export async function readEvidence({ db, nowMs }: { db: Database; nowMs: () => number }, caskId: string) {
  const { day, untilMs } = yesterdayOf(nowMs());
  const today = dateOf(nowMs());
  const work = together({
    record: readValueRecord(db),
    cask: row(caskQuery(db, caskId)),
    documents: rows(documentsQuery(db, caskId)),
    gauges: rows(gaugesQuery(db, caskId)),
    valuations: rows(valuationsQuery(db, caskId, untilMs)),
  });
  const { cask: found, documents: all, gauges: measured, valuations: values, record } = await runWork(db, work);
  if (!found) return null;
  const { keeper, address, licenceNumber, contact, ...cask } = found;
  const documents = all.map(({ replaced, ...document }): ProvedDocument => ({ ...document, replaced: replaced === 1 }));
  return {
    ...{ day, today, record, cask, documents, gauges: measured, valuations: valueStory(values) },
    keeper: keeper === null || address === null ? null : { keeper, address, licenceNumber, contact },
    shelves: shelvesOf(documents, today),
    angels: drawAngelsShare({ ...cask, gauges: measured }),
  };
}

export type CaskEvidence = NonNullable<Awaited<ReturnType<typeof readEvidence>>>;

/** Every kind of document in its place. */
const shelvesOf = (documents: readonly ProvedDocument[], today: CalendarDate) =>
  EVIDENCE_KINDS.map((kind): Shelf => {
    const own = documents
      .filter((document) => document.kind === kind)
      .map((document) => ({
        ...document,
        href: document.visibility === "public" ? `/evidence/documents/${document.sha256}` : null,
        isExpired: document.expiresOn !== null && document.expiresOn < today,
      }));
    return { kind, current: own.filter(({ replaced }) => !replaced), earlier: own.filter(({ replaced }) => replaced) };
  });

export type PublicDocument = { fileKey: string; kind: EvidenceKind; issuedOn: CalendarDate; mediaType: string };

/** A document that everybody may read, by the hash of its content. */
export const readPublicDocument = ({ db }: { db: Database }, sha256: string): Promise<PublicDocument | undefined> =>
  runWork(
    db,
    row(
      db.all<PublicDocument>(sql`SELECT file_key AS fileKey, evidence.kind, issued_on AS issuedOn, media_type AS mediaType
      FROM evidence JOIN casks ON casks.id = evidence.cask_id
      WHERE sha256 = ${sha256} AND visibility = 'public' AND casks.state <> 'draft' LIMIT 1`),
    ),
  );

const caskQuery = (db: Database, caskId: string) =>
  db
    .select({
      id: casks.id,
      name: casks.name,
      kind: casks.kind,
      caskType: casks.caskType,
      distillery: casks.distillery,
      warehouse: casks.warehouse,
      caskNumber: casks.caskNumber,
      filledOn: casks.filledOn,
      storagePaidUntil: casks.storagePaidUntil,
      endedOn: casks.endedOn,
      keeper: warehouseKeepers.keeper,
      address: warehouseKeepers.address,
      licenceNumber: warehouseKeepers.licenceNumber,
      contact: warehouseKeepers.contact,
    })
    .from(casks)
    .leftJoin(warehouseKeepers, eq(warehouseKeepers.warehouse, casks.warehouse))
    .where(sql`${eq(casks.id, caskId)} AND (${casks.state} = 'published' OR ${casks.endedOn} IS NOT NULL)`);

const documentsQuery = (db: Database, caskId: string) =>
  db
    .select({
      kind: evidence.kind,
      issuer: evidence.issuer,
      issuedOn: evidence.issuedOn,
      expiresOn: evidence.expiresOn,
      visibility: evidence.visibility,
      sha256: evidence.sha256,
      replaced: sql<number>`EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)`.as(
        "replaced",
      ),
    })
    .from(evidence)
    .where(eq(evidence.caskId, caskId))
    .orderBy(desc(evidence.issuedOn), desc(evidence.createdAtMs), asc(evidence.id));

const gaugesQuery = (db: Database, caskId: string) =>
  db
    .select({
      gaugedOn: gauges.gaugedOn,
      loaDecilitres: gauges.loaDecilitres,
      abvTenths: gauges.abvTenths,
      gaugedBy: gauges.gaugedBy,
    })
    .from(gauges)
    .where(eq(gauges.caskId, caskId))
    .orderBy(asc(gauges.gaugedOn), asc(gauges.createdAtMs));

const valuationsQuery = (db: Database, caskId: string, untilMs: number) =>
  db
    .select(valuationCells)
    .from(valuations)
    .where(sql`${eq(valuations.caskId, caskId)} AND ${valuations.createdAtMs} < ${untilMs}`)
    .orderBy(asc(valuations.valuedOn), asc(valuations.createdAtMs), asc(valuations.id));
