import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskExits, evidence, gauges } from "~/db/schema/casks";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import type { SavedCask } from "~/areas/casks/changed-terms";
import { readSavedCask } from "~/areas/casks/save-cask";
import { entriesQuery, type ValuationEntry } from "~/areas/casks/valuation-history";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";

/** Far above what one cask has. */
const MOST = 200;

export type CaskDocument = Awaited<ReturnType<typeof documentsQuery>>[number];
export type CaskGauge = Awaited<ReturnType<typeof gaugesQuery>>[number];

export type CaskExit = Omit<typeof caskExits.$inferSelect, "endedAtMs" | "withdrawnBy"> & {
  credited: number;
  left: number;
  waiting: number;
};

export type ConsoleCask = {
  cask: SavedCask;
  valuations: ValuationEntry[];
  gauges: CaskGauge[];
  documents: CaskDocument[];
  /** null: none, or it was withdrawn. */
  exit: CaskExit | null;
  isHolder: boolean;
};

export function readConsoleCask(
  db: Database,
  { caskId, userId }: { caskId: string; userId: string },
): Work<ConsoleCask | null> {
  const work = together({
    cask: readSavedCask(db, caskId),
    valuations: rows(entriesQuery(db, caskId)),
    gauges: rows(gaugesQuery(db, caskId)),
    documents: rows(documentsQuery(db, caskId)),
    exit: row(exitQuery(db, caskId)),
    holder: row(db.all<{ owns: number }>(sql`SELECT NOT ${ownsNothingOf(sql`${caskId}`, userId)} AS owns`)),
  });
  return mapWork(work, ({ cask, exit, holder, ...lists }) =>
    cask ? { cask, exit: exit ?? null, isHolder: holder?.owns === 1, ...lists } : null,
  );
}

const gaugesQuery = (db: Database, caskId: string) =>
  db
    .select()
    .from(gauges)
    .where(eq(gauges.caskId, caskId))
    .orderBy(desc(gauges.gaugedOn), desc(gauges.createdAtMs))
    .limit(MOST);

const documentsQuery = (db: Database, caskId: string) =>
  db
    .select({
      id: evidence.id,
      kind: evidence.kind,
      issuer: evidence.issuer,
      issuedOn: evidence.issuedOn,
      expiresOn: evidence.expiresOn,
      visibility: evidence.visibility,
      mediaType: evidence.mediaType,
      sizeBytes: evidence.sizeBytes,
      sha256: evidence.sha256,
      replaced: sql<number>`EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)`.as(
        "replaced",
      ),
    })
    .from(evidence)
    .where(eq(evidence.caskId, caskId))
    .orderBy(desc(evidence.issuedOn), desc(evidence.createdAtMs))
    .limit(MOST);

function exitQuery(db: Database, caskId: string) {
  const standing = (state: "active" | "frozen") => sql<number>`(SELECT count(*) FROM stakes
    WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state <> 'ended' AND stakes.state = ${state})`;
  return db
    .select({
      id: caskExits.id,
      caskId: caskExits.caskId,
      kind: caskExits.kind,
      buyerKind: caskExits.buyerKind,
      soldOn: caskExits.soldOn,
      grossCents: caskExits.grossCents,
      feesCents: caskExits.feesCents,
      stakes: caskExits.stakes,
      netPerStakeCents: caskExits.netPerStakeCents,
      remainderCents: caskExits.remainderCents,
      state: caskExits.state,
      proposedBy: caskExits.proposedBy,
      proposedAtMs: caskExits.proposedAtMs,
      confirmedBy: caskExits.confirmedBy,
      confirmedAtMs: caskExits.confirmedAtMs,
      bidId: caskExits.bidId,
      credited: sql<number>`(SELECT count(*) FROM stakes WHERE stakes.exit_id = cask_exits.id)`.as("credited"),
      left: standing("active").as("left_to_credit"),
      waiting: standing("frozen").as("waiting"),
    })
    .from(caskExits)
    .where(sql`${caskExits.caskId} = ${caskId} AND ${caskExits.state} <> 'withdrawn'`);
}
