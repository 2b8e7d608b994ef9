import { and, eq, sql, type SQL } from "drizzle-orm";
import { confirmedOn } from "~/areas/casks/cask-conditions";
import { readCaskFacts } from "~/areas/casks/cask-pictures";
import { isCounted, isPublished } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { readJoiningFee } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { noWork, row, together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { ownsActiveStake, readStakes } from "./holdings";

export const lastValued = (nowMs: number, caskId: SQL) => sql<
  number | null
>`(SELECT value_cents FROM valuations WHERE valuations.cask_id = ${caskId} AND valued_on <= ${dateOf(nowMs)}
  AND valuations.tier <> 'issue' AND ${isCounted} ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)`;

export async function readCask<T = void>(
  { db }: Deps,
  session: Session,
  caskId: string,
  beside?: (viewer: { userId: string; nowMs: number }) => Work<T>,
) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      beside: beside ? beside({ userId, nowMs }) : noWork(undefined),
      cask: row(caskQuery(db, { caskId, nowMs })),
      facts: readCaskFacts(db, { caskId, userId }),
      feeCents: readJoiningFee(db),
      ownsStakes: ownsActiveStake(db, userId),
    }),
  );
  return { viewer, nowMs, ...result };
}

export async function readCaskStakes({ db }: Deps, session: Session, caskId: string) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({ cask: row(caskQuery(db, { caskId, nowMs })), held: readStakes(db, userId) }),
  );
  return { viewer, nowMs, ...result };
}

function caskQuery(db: Database, { caskId, nowMs }: { caskId: string; nowMs: number }) {
  return db
    .select({
      ...caskColumns,
      netPerStakeCents: sql<number | null>`(SELECT net_per_stake_cents FROM cask_exits
        WHERE cask_exits.cask_id = casks.id AND cask_exits.state IN ('confirmed', 'done'))`.as("net_per_stake_cents"),
      confirmedOn,
      documents: sql<number>`(SELECT count(DISTINCT kind) FROM evidence AS paper
        WHERE paper.cask_id = casks.id AND coalesce(paper.expires_on, '9999') >= ${dateOf(nowMs)}
          AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = paper.id))`.as("documents"),
    })
    .from(casks)
    .where(and(eq(casks.id, caskId), isPublished));
}
