import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { confirmedOn } from "~/areas/casks/cask-conditions";
import { entriesQuery, valueStory } from "~/areas/casks/valuation-history";
import { caskStanding } from "~/db/schema/casks";
import { EVIDENCE_KINDS } from "~/db/schema/names";
import { mapWork, row, rows, runWork, together, type Work } from "~/db/work";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { CaskKind } from "~/domain/cask-shape";
import { type Bought, markUpOf } from "~/domain/mark-up";
import { confirmedAge, CONFIRMED_DAYS } from "~/domain/confirmed";
import { type Day, yesterdayOf } from "./audit-steps";

export type ProvedDocument = {
  kind: EvidenceKind;
  issuer: string;
  issuedOn: CalendarDate;
  expiresOn: CalendarDate | null;
  sha256: string;
  /** null: only holders can open it. */
  href: string | null;
  /** `replaced`: a newer one took its place. */
  state: "valid" | "expired" | "replaced";
};

/** One cask: documents as they are now, values as of the end of yesterday. Null: it was never for sale. One round trip. */
export async function readEvidence({ db, nowMs }: { db: Database; nowMs: () => number }, caskId: string) {
  const { date: day, endMs } = yesterdayOf(nowMs());
  const today = dateOf(nowMs());
  const work = together({
    cask: row(caskQuery(db, caskId)),
    documents: rows(documentsQuery(db, caskId, today)),
    valuations: rows(entriesQuery(db, caskId)),
  });
  const { cask: found, documents, valuations: values } = await runWork(db, work);
  if (!found) return null;
  const { boughtForCents, costPerStakeCents, totalStakes, confirmedOn: lastOn, ...cask } = found;
  return {
    day,
    cask,
    markUp: markUpOf({ boughtForCents, costPerStakeCents, totalStakes }),
    confirmed: cask.endedOn === null ? confirmedAge(lastOn, today) : null,
    valuations: valueStory(values.filter(({ createdAtMs }) => createdAtMs < endMs)),
    shelves: EVIDENCE_KINDS.map((kind) => ({
      kind,
      documents: documents.filter((document) => document.kind === kind),
    })),
  };
}

export type CaskEvidence = NonNullable<Awaited<ReturnType<typeof readEvidence>>>;

type PublicDocument = { fileKey: string; kind: EvidenceKind; issuedOn: CalendarDate; mediaType: string };

export async function readPublicDocument({ db }: { db: Database }, sha256: string) {
  const [found] =
    await db.all<PublicDocument>(sql`SELECT file_key AS fileKey, evidence.kind, issued_on AS issuedOn, media_type AS mediaType
    FROM evidence JOIN casks ON casks.id = evidence.cask_id
    WHERE sha256 = ${sha256} AND visibility = 'public' AND casks.state <> 'draft' LIMIT 1`);
  return found;
}

type CaskRow = Record<"id" | "name" | "distillery" | "warehouse", string> &
  Record<"caskNumber" | "filledOn" | "storagePaidUntil" | "endedOn", string | null> &
  Bought & { kind: CaskKind; confirmedOn: CalendarDate | null };

const caskQuery = (db: Database, caskId: string) =>
  db.all<CaskRow>(sql`SELECT id, name, distillery, warehouse, kind, cask_number AS caskNumber, filled_on AS filledOn,
      storage_paid_until AS storagePaidUntil, ended_on AS endedOn, bought_for_cents AS boughtForCents,
      cost_per_stake_cents AS costPerStakeCents, total_stakes AS totalStakes, ${confirmedOn.sql} AS confirmedOn
    FROM casks WHERE id = ${caskId} AND (state = 'published' OR ended_on IS NOT NULL)`);

const documentsQuery = (db: Database, caskId: string, today: CalendarDate) =>
  db.all<ProvedDocument>(sql`SELECT kind, issuer, issued_on AS issuedOn, expires_on AS expiresOn, sha256,
      iif(visibility = 'public', '/evidence/documents/' || sha256, NULL) AS href,
      CASE WHEN EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id) THEN 'replaced'
        WHEN expires_on < ${today} THEN 'expired' ELSE 'valid' END AS state
    FROM evidence WHERE cask_id = ${caskId} ORDER BY issued_on DESC, created_at_ms DESC, id`);

type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** A line of the list of casks. `kinds`: of how many it has a document that has not expired. */
export type ProvedCask = { id: string; name: string; endedOn: CalendarDate | null; kinds: number };

const isListed = sql`${caskStanding} IN (1, 3)`;

/** The casks that were ever for sale: those that stand first, then those that have ended. */
export const listEvidence = ({ db, nowMs }: { db: Database; nowMs: () => number }) =>
  db.all<ProvedCask>(sql`SELECT id, name, ended_on AS endedOn,
      (SELECT count(DISTINCT kind) FROM evidence WHERE cask_id = casks.id AND (expires_on IS NULL OR expires_on >= ${dateOf(nowMs())})
        AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)) AS kinds
    FROM casks WHERE ${isListed} ORDER BY ended_on IS NOT NULL, name COLLATE NOCASE, id`);

type News = { id: string; cask: string | null; atMs: number };

const MOST_NEWS = 60;

/** Casks that were ever for sale, and days that were audited, newest first. `cask`: its name; null for a day. */
export const listNews = (db: Database) =>
  db.all<News>(sql`SELECT id, name AS cask, created_at_ms AS atMs FROM casks WHERE ${isListed}
    UNION ALL SELECT date, NULL, finished_at_ms FROM audits WHERE date > ''
    ORDER BY atMs DESC, id LIMIT ${MOST_NEWS}`);

type CaskTotals = { casks: number; confirmed: number };

/** Casks that are on sale or held, and those that their warehouse has confirmed lately. */
export function readCaskTotals(db: Database, { date }: Day): Work<CaskTotals> {
  const query = db.all<CaskTotals>(sql`SELECT count(*) AS casks,
      count(iif(${confirmedOn.sql} >= ${addDays(date, 1 - CONFIRMED_DAYS)}, 1, NULL)) AS confirmed
    FROM casks WHERE ${caskStanding} = 3`);
  return mapWork(row(query), (totals) => totals ?? { casks: 0, confirmed: 0 });
}
