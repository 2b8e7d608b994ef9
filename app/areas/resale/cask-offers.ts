import { sql } from "drizzle-orm";
import { lastValued } from "~/areas/holdings/portfolio/read-cask";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";

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
