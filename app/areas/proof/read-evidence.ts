import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { readValueRecord, valuationCells, valueStory } from "~/areas/casks/valuation-history";
import { caskStanding, casks, gauges, valuations, warehouseKeepers } from "~/db/schema/casks";
import { evidence } from "~/db/schema/evidence";
import { EVIDENCE_KINDS } from "~/db/schema/names";
import { mapWork, row, rows, runWork, together, type Work } from "~/db/work";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { CONFIRMED_DAYS } from "~/domain/confirmed";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawRack } from "~/domain/pictures/rack";
import type { CaskTotals } from "~/domain/proof-figures";
import { type Yesterday, yesterdayOf } from "./read-figures";

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

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** A line of the list of casks. `kinds`: of which it has a document that has not expired. */
export type ProvedCask = { id: string; name: string; endedOn: CalendarDate | null; kinds: EvidenceKind[] };

const A_PAGE = 60;

/** Those on offer, and those that were sold. */
const isListed = sql`${caskStanding} IN (1, 3)`;

/** Documents of a cask whose place none has taken; those of the second kind have not expired either. */
const standing = sql`evidence.cask_id = casks.id
  AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)`;
const current = (today: CalendarDate): SQL => sql`${standing} AND (expires_on IS NULL OR expires_on >= ${today})`;

/** A page of the casks that were ever on offer: those that stand first, then those that have ended. @param asked the page, as in the address */
export async function listEvidence({ db, nowMs }: { db: Database; nowMs: () => number }, asked: string | null) {
  const today = dateOf(nowMs());
  const number = /^[1-9]\d{0,5}$/.test(asked ?? "") ? Number(asked) : 1;
  const work = together({
    casks: rows(
      db.all<Omit<ProvedCask, "kinds"> & { kinds: string }>(sql`SELECT id, name, ended_on AS endedOn,
          (SELECT json_group_array(DISTINCT kind) FROM evidence WHERE ${current(today)}) AS kinds
        FROM casks WHERE ${isListed}
        ORDER BY ended_on IS NOT NULL, name COLLATE NOCASE, id LIMIT ${A_PAGE} OFFSET ${(number - 1) * A_PAGE}`),
    ),
    count: row(db.all<{ count: number }>(sql`SELECT count(*) AS count FROM casks WHERE ${isListed}`)),
  });
  const { casks: found, count } = await runWork(db, work);
  const casks = found.map((cask): ProvedCask => ({
    ...cask,
    kinds: (JSON.parse(cask.kinds) as EvidenceKind[]).sort(),
  }));
  const last = Math.max(1, Math.ceil((count?.count ?? 0) / A_PAGE));
  return { day: yesterdayOf(nowMs()).day, casks, rack: drawPapers(casks), page: number, last };
}

/** The casks that stand, each filled by the kinds of documents there are; only its outline is drawn while one is missing. */
const drawPapers = (casks: readonly ProvedCask[]) =>
  drawRack(
    casks
      .filter(({ endedOn }) => endedOn === null)
      .map(({ kinds }) => ({
        ...{ total: EVIDENCE_KINDS.length, sold: kinds.length, void: 0 },
        isOutline: kinds.length < EVIDENCE_KINDS.length,
      })),
  );

/**
 * Casks that have ended count in none of them. Stakes and values as they stood at the end of the day: a stake that was frozen or ended by
 * then is void in the day's audit, and held by nobody.
 */
export function readCaskTotals(db: Database, { day, untilMs }: Yesterday): Work<CaskTotals> {
  const today = addDays(day, 1);
  const held = sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = casks.id AND purchased_at_ms < ${untilMs}
    AND 'active' = coalesce((SELECT was FROM stake_changes WHERE stake_changes.stake_id = stakes.id AND changed_at_ms >= ${untilMs}
      ORDER BY changed_at_ms, id LIMIT 1), stakes.state))`;
  /** The latest value that counts is not the price at which it was issued. */
  const valued = sql`coalesce((SELECT tier FROM valuations WHERE valuations.cask_id = casks.id AND valued_on <= ${day} AND created_at_ms < ${untilMs}
      AND NOT EXISTS (SELECT 1 FROM valuations AS corrections WHERE corrections.supersedes_id = valuations.id AND corrections.created_at_ms < ${untilMs})
    ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1), 'issue') <> 'issue'`;
  const confirmedSince = addDays(today, -CONFIRMED_DAYS);
  const query = db.all<CaskTotals>(sql`SELECT count(*) AS casks, coalesce(sum(delivered), 0) AS delivered,
      coalesce(sum(confirmed), 0) AS confirmed, coalesce(sum(held), 0) AS held, coalesce(sum(held AND NOT valued), 0) AS unvalued
    FROM (SELECT EXISTS (SELECT 1 FROM evidence WHERE ${current(today)} AND kind = 'delivery-order') AS delivered,
        EXISTS (SELECT 1 FROM evidence WHERE ${standing} AND kind = 'warehouse-confirmation' AND issued_on >= ${confirmedSince}) AS confirmed,
        ${held} AS held, ${valued} AS valued
      FROM casks WHERE ${caskStanding} = 3) AS standing`);
  return mapWork(row(query), (totals) => totals ?? { casks: 0, delivered: 0, confirmed: 0, held: 0, unvalued: 0 });
}
