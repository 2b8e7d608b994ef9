import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { looksLikeOne } from "~/core/ledger/same-person";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { row } from "~/db/work";

export type AskedOffer = { id: string; country: Asker["country"] };

export type OfferedStake = { id: string; number: number; priceCents: number; feeCents: number };

export const readOfferedStake = (db: Database, offerId: string | null) =>
  row(
    db.all<OfferedStake>(sql`SELECT offers.id, stakes.number, offers.price_cents AS priceCents, offers.fee_cents AS feeCents
      FROM offers JOIN stakes ON stakes.id = offers.stake_id WHERE offers.id = ${offerId}`),
  );

const [buyers, sellers] = [alias(users, "buyers"), alias(users, "sellers")];

/** As a thing to buy: nobody buys from themselves, or from an account that looks like theirs. */
export const offeredStake = ({ id, country }: AskedOffer, { userId, nowMs }: { userId: string; nowMs: number }) => ({
  caskId: sql`(SELECT offered.cask_id FROM offers AS offered WHERE offered.id = ${id})`,
  isPaidBy: sql`offer_id = ${id}`,
  columns: sql`'stake', casks.id, casks.name, offers.price_cents + offers.fee_cents, offers.id`,
  from: sql`FROM offers JOIN casks ON casks.id = offers.cask_id JOIN users AS sellers ON sellers.id = offers.user_id
    JOIN users AS buyers ON buyers.id = ${userId} WHERE offers.id = ${id}`,
  priceCents: sql`offers.price_cents + offers.fee_cents`,
  hidden: sql`WHEN NOT ${marketOpenFor({ userId, country })} OR buyers.role <> 'investor' THEN 'not-offered'`,
  gone: sql`WHEN offers.state <> 'open' OR offers.expires_at_ms <= ${nowMs} OR sellers.suspended_at_ms IS NOT NULL
    OR offers.user_id = ${userId} OR ${looksLikeOne(buyers.id, sellers.id)} THEN 'not-offered'`,
  held: sql`WHEN EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = offers.id AND others.state IN ('created', 'open')
    AND others.user_id <> ${userId}) THEN 'held-by-others'`,
});
