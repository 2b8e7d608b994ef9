import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { row, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { ownsActiveStake, readStakes } from "./holdings-queries";
import type { Session } from "~/core/session/session";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { confirmedOn } from "~/areas/casks/asked-evidence";
import { readCaskFacts } from "~/areas/casks/cask-pictures";
import { readCaskOffers } from "~/areas/holdings/cask-offers";
import { isPublished } from "~/areas/casks/is-published";

/** One cask, what its pictures are drawn from, the joining fee, whether the viewer owns stakes of any, and what others offer of it. */
export async function readCask(
  { db }: Pick<Deps, "db">,
  session: Session,
  caskId: string,
  country: string | null = null,
) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      offers: readCaskOffers(db, { caskId, userId, country, nowMs }),
      cask: row(caskQuery(db, caskId)),
      facts: readCaskFacts(db, { caskId, userId }),
      feeCents: readJoiningFee(db),
      ownsStakes: ownsActiveStake(db, userId),
    }),
  );
  return { viewer, nowMs, ...result };
}

/** One cask, and the viewer's own stakes. */
export async function readCaskStakes({ db }: Pick<Deps, "db">, session: Session, caskId: string) {
  const { viewer, nowMs, result } = await session.read(({ userId }) =>
    together({ cask: row(caskQuery(db, caskId)), held: readStakes(db, userId) }),
  );
  return { viewer, nowMs, ...result };
}

function caskQuery(db: Database, caskId: string) {
  return db
    .select({
      ...caskColumns,
      /** null: it was not sold as a whole. */
      netPerStakeCents: sql<number | null>`(SELECT net_per_stake_cents FROM cask_exits
        WHERE cask_exits.cask_id = casks.id AND cask_exits.state IN ('confirmed', 'done'))`.as("net_per_stake_cents"),
      confirmedOn,
    })
    .from(casks)
    .where(and(eq(casks.id, caskId), isPublished));
}
