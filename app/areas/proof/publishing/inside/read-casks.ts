import { asc, desc, eq, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks, gauges, valuations, warehouseKeepers } from "~/db/schema/casks";
import { evidence } from "~/db/schema/evidence";
import { stakes } from "~/db/schema/stakes";
import { type ResultOf, rows, together } from "~/db/work";

// What public pages tell of casks, a few casks at a time: a day's work must fit into many short runs.

/** The next casks by id, of those that were ever on offer. */
export const casksAfter = (db: Database, after: string, most: number) =>
  rows(
    caskQuery(db, sql`casks.id > ${after} AND casks.state <> 'draft'`)
      .orderBy(asc(casks.id))
      .limit(most),
  );

export const casksByIds = (db: Database, ids: readonly string[]) =>
  rows(caskQuery(db, sql`casks.id IN ${listOf(ids)} AND casks.state <> 'draft'`).orderBy(asc(casks.id)));

export type FoundCask = ResultOf<ReturnType<typeof casksAfter>>[number];

const caskQuery = (db: Database, which: SQL) =>
  db
    .select({
      id: casks.id,
      state: casks.state,
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
    .where(which);

/** As one value: a list of hundreds would be too many variables. */
const listOf = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** Papers and gauges as they are now, values and stakes as they stood at that time. */
export function readFactsOf(db: Database, ids: readonly string[], untilMs: number) {
  const of = listOf(ids);
  return together({
    documents: rows(documentsQuery(db, of)),
    gauges: rows(gaugesQuery(db, of)),
    valuations: rows(valuationsQuery(db, of, untilMs)),
    held: rows(heldQuery(db, of, untilMs)),
  });
}

export type CaskFacts = ResultOf<ReturnType<typeof readFactsOf>>;

const documentsQuery = (db: Database, of: SQL) =>
  db
    .select({
      caskId: evidence.caskId,
      kind: evidence.kind,
      issuer: evidence.issuer,
      issuedOn: evidence.issuedOn,
      expiresOn: evidence.expiresOn,
      visibility: evidence.visibility,
      sha256: evidence.sha256,
      mediaType: evidence.mediaType,
      fileKey: evidence.fileKey,
      replaced: sql<number>`EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)`.as(
        "replaced",
      ),
    })
    .from(evidence)
    .where(inArray(evidence.caskId, of))
    .orderBy(desc(evidence.issuedOn), desc(evidence.createdAtMs), asc(evidence.id));

const gaugesQuery = (db: Database, of: SQL) =>
  db
    .select({
      caskId: gauges.caskId,
      gaugedOn: gauges.gaugedOn,
      loaDecilitres: gauges.loaDecilitres,
      abvTenths: gauges.abvTenths,
      gaugedBy: gauges.gaugedBy,
    })
    .from(gauges)
    .where(inArray(gauges.caskId, of))
    .orderBy(asc(gauges.gaugedOn), asc(gauges.createdAtMs));

const valuationsQuery = (db: Database, of: SQL, untilMs: number) =>
  db
    .select({
      id: valuations.id,
      caskId: valuations.caskId,
      valuedOn: valuations.valuedOn,
      valueCents: valuations.valueCents,
      tier: valuations.tier,
      method: valuations.method,
      source: valuations.source,
      author: valuations.author,
      reason: valuations.reason,
      supersedesId: valuations.supersedesId,
      createdAtMs: valuations.createdAtMs,
    })
    .from(valuations)
    .where(sql`${inArray(valuations.caskId, of)} AND ${lt(valuations.createdAtMs, untilMs)}`)
    .orderBy(asc(valuations.valuedOn), asc(valuations.createdAtMs), asc(valuations.id));

/**
 * The casks that investors hold stakes of. As the audit of the day counts them: a stake that was frozen or ended by then is void there, and
 * held by nobody.
 */
const heldQuery = (db: Database, of: SQL, untilMs: number) =>
  db
    .selectDistinct({ caskId: stakes.caskId })
    .from(stakes)
    .where(
      sql`${inArray(stakes.caskId, of)} AND stakes.purchased_at_ms < ${untilMs} AND 'active' = coalesce((SELECT was FROM stake_changes
        WHERE stake_changes.stake_id = stakes.id AND changed_at_ms >= ${untilMs} ORDER BY changed_at_ms, id LIMIT 1), stakes.state)`,
    );
