import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type ResultOf, row, rows, together } from "~/db/work";
import { DAY_MS } from "~/domain/calendar-date";
import { priceBand, proceedsOf, readOfferPrice, sideFee } from "~/domain/offers";
import { advancedOn } from "~/areas/casks/exits/advances";
import { offeringQuery, type OwnStake } from "./offer-stake";

/** Sales that the median is taken of, the latest. */
const MOST_SALES = 500;

/** What the page of a stake reads of its sale, whether it may be offered or not. */
export const readSelling = (db: Database, own: OwnStake) =>
  together({
    standing: row(offeringQuery(db, own)),
    offer: row(
      db.all<{
        priceCents: number;
        feeCents: number;
        expiresAtMs: number;
      }>(sql`SELECT price_cents AS priceCents, fee_cents AS feeCents,
        expires_at_ms AS expiresAtMs FROM offers WHERE stake_id = ${own.stakeId} AND user_id = ${own.userId} AND state = 'open'`),
    ),
    advanced: row(db.all<{ cents: number }>(sql`SELECT ${advancedOn(sql`${own.stakeId}`)} AS cents`)),
    sales: rows(
      db.all<{ ms: number }>(sql`SELECT sold_at_ms - created_at_ms AS ms FROM offers
        WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL ORDER BY sold_at_ms DESC LIMIT ${MOST_SALES}`),
    ),
  });

/** What the seller of a stake sees: its offer, or why it cannot be offered, or what a price would bring. null: not theirs. */
export function sellingView(
  { standing, offer, advanced, sales }: ResultOf<ReturnType<typeof readSelling>>,
  { typed, isWaiting }: { typed: string | null; isWaiting: boolean },
) {
  if (!standing) return null;
  const { valuedCents, priceCents: paidCents, feeBasisPoints } = standing;
  const advancedCents = advanced?.cents ?? 0;
  const band = priceBand(valuedCents ?? paidCents);
  const price = typed === null ? null : readOfferPrice(typed);
  const inBand = price !== null && price >= band.leastCents && price <= band.mostCents;
  return {
    offer: offer ? { ...offer, ...proceedsOf(offer.priceCents, offer.feeCents, advancedCents) } : null,
    refused: standing.refused === "" && isWaiting ? ("return-waiting" as const) : standing.refused,
    ...{ ...band, valuedCents, feeBasisPoints, typed: typed ?? "", isWrong: typed !== null && !inBand },
    preview: inBand ? proceedsOf(price, sideFee(price, feeBasisPoints), advancedCents) : null,
    medianDays: medianDays(sales.map(({ ms }) => ms)),
  };
}

export type Selling = NonNullable<ReturnType<typeof sellingView>>;

function medianDays(times: number[]): number | null {
  const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
  return middle === undefined ? null : Math.ceil(middle / DAY_MS);
}
