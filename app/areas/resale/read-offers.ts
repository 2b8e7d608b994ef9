import { sql } from "drizzle-orm";
import { lastValued } from "~/areas/holdings/portfolio/read-cask";
import { isHeld } from "~/core/resale";
import { type Asker, marketOpenFor } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";

const MOST_SHOWN = 5;

/** Stakes of a cask that other investors offer, the cheapest first. */
export const readCaskOffers = (
  db: Database,
  { caskId, userId, country, nowMs }: Asker & { userId: string; caskId: string; nowMs: number },
): Work<CaskOffer[]> =>
  rows(
    db.all<CaskOffer>(sql`SELECT offers.id, stakes.number, offers.price_cents AS priceCents, offers.fee_cents AS feeCents, offers.user_id = ${userId} AS isOwn, ${lastValued(nowMs, sql`offers.cask_id`)} AS valuedCents,
      ${isHeld} AS isHeld,
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

/** A stake that its holder offers, or has sold without being paid yet. */
export type OwnOffer = {
  stakeId: string;
  caskName: string;
  number: number;
  priceCents: number;
  /** null: it is still on offer. */
  creditCents: number | null;
  payableFromMs: number | null;
  expiresAtMs: number;
};

const MOST_OWN = 50;

export const readOwnOffers = (db: Database, userId: string): Work<OwnOffer[]> =>
  rows(
    db.all<OwnOffer>(sql`SELECT offers.stake_id AS stakeId, casks.name AS caskName, stakes.number, offers.price_cents AS priceCents,
      credit_cents AS creditCents, payable_from_ms AS payableFromMs, expires_at_ms AS expiresAtMs
    FROM offers JOIN stakes ON stakes.id = offers.stake_id JOIN casks ON casks.id = offers.cask_id
    WHERE offers.user_id = ${userId} AND (offers.state = 'open' OR (offers.state = 'sold' AND paid_at_ms IS NULL))
    ORDER BY offers.created_at_ms DESC LIMIT ${MOST_OWN}`),
  );
