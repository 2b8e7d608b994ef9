import { and, eq, sql, type SQL } from "drizzle-orm";
import { confirmedOn } from "~/areas/casks/asked-evidence";
import { readCaskFacts } from "~/areas/casks/cask-pictures";
import { isCounted, isPublished } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { row, rows, together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { ownsActiveStake, readStakes } from "./holdings";

/** Of the cask in a column, in cents; NULL: there is no valuation. */
export const lastValued = (nowMs: number, caskId: SQL) => sql<
  number | null
>`(SELECT value_cents FROM valuations WHERE valuations.cask_id = ${caskId} AND valued_on <= ${dateOf(nowMs)}
  AND valuations.tier <> 'issue' AND ${isCounted} ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)`;

const MOST_SHOWN = 5;

/** What other investors offer of a cask, the cheapest first. */
const readCaskOffers = (
  db: Database,
  { caskId, userId, country, nowMs }: Asker & { userId: string; caskId: string; nowMs: number },
): Work<CaskOffer[]> =>
  rows(
    db.all<CaskOffer>(sql`SELECT offers.id, stakes.number, offers.price_cents AS priceCents, offers.fee_cents AS feeCents, offers.user_id = ${userId} AS isOwn, ${lastValued(nowMs, sql`offers.cask_id`)} AS valuedCents,
      EXISTS (SELECT 1 FROM payments WHERE payments.offer_id = offers.id AND payments.state IN ('created', 'open')) AS isHeld,
      count(*) OVER () AS allOffers
    FROM offers JOIN stakes ON stakes.id = offers.stake_id
    WHERE offers.cask_id = ${caskId} AND offers.state = 'open' AND offers.expires_at_ms > ${nowMs} AND ${marketOpenFor({ userId, country })}
    ORDER BY offers.price_cents, offers.created_at_ms, offers.id LIMIT ${MOST_SHOWN}`),
  );

/** Flags are 0 or 1. */
export type CaskOffer = {
  id: string;
  number: number;
  priceCents: number;
  feeCents: number;
  isOwn: number;
  isHeld: number;
  valuedCents: number | null;
  allOffers: number;
};

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
