import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { isCounted } from "~/areas/casks/counted-valuations";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";

/** Of the cask in a column, in cents; NULL: there is no valuation. */
export const lastValued = (nowMs: number, caskId: SQL) => sql<
  number | null
>`(SELECT value_cents FROM valuations WHERE valuations.cask_id = ${caskId} AND valued_on <= ${dateOf(nowMs)}
  AND valuations.tier <> 'issue' AND ${isCounted} ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)`;

/** More than anybody compares. */
const MOST_SHOWN = 5;

/** What other investors offer of a cask, the cheapest first. */
export const readCaskOffers = (
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
