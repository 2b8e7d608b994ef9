import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";

/** A stake that its holder offers, or sold and is not paid for yet. */
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

/** More than fit on a page. */
const MOST = 50;

export const readOwnOffers = (db: Database, userId: string): Work<OwnOffer[]> =>
  rows(
    db.all<OwnOffer>(sql`SELECT offers.stake_id AS stakeId, casks.name AS caskName, stakes.number, offers.price_cents AS priceCents,
      credit_cents AS creditCents, payable_from_ms AS payableFromMs, expires_at_ms AS expiresAtMs
    FROM offers JOIN stakes ON stakes.id = offers.stake_id JOIN casks ON casks.id = offers.cask_id
    WHERE offers.user_id = ${userId} AND (offers.state = 'open' OR (offers.state = 'sold' AND paid_at_ms IS NULL))
    ORDER BY offers.created_at_ms DESC LIMIT ${MOST}`),
  );
