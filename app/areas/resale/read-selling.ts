import { sql } from "drizzle-orm";
import { row, rows, together } from "~/db/work";
import { DAY_MS } from "~/domain/calendar-date";
import { priceBand, proceedsOf, readOfferPrice, sideFee } from "~/domain/offers";
import { advancedOn } from "~/areas/casks/exits/advances";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Asker } from "~/core/settings/market-open";
import { offeringQuery } from "./offer-stake";

/** Sales that the median is taken of, the latest. */
const MOST_SALES = 500;

type Asked = { stakeId: string; country: Asker["country"]; typed: string | null; isWaiting: boolean };

/** What the seller of a stake sees: its offer, or why it cannot be offered, or what a price would bring. null: not theirs. */
export async function readSelling(
  { db }: Pick<Deps, "db">,
  session: Session,
  { stakeId, country, typed, isWaiting }: Asked,
) {
  const { result } = await session.read(({ userId, nowMs }) =>
    together({
      standing: row(offeringQuery(db, { userId, stakeId, country, nowMs })),
      offer: row(
        db.all<{ priceCents: number; feeCents: number; expiresAtMs: number }>(sql`SELECT price_cents AS priceCents,
          fee_cents AS feeCents, expires_at_ms AS expiresAtMs FROM offers WHERE stake_id = ${stakeId} AND user_id = ${userId} AND state = 'open'`),
      ),
      advanced: row(db.all<{ cents: number }>(sql`SELECT ${advancedOn(sql`${stakeId}`)} AS cents`)),
      sales: rows(
        db.all<{ ms: number }>(sql`SELECT sold_at_ms - created_at_ms AS ms FROM offers
          WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL ORDER BY sold_at_ms DESC LIMIT ${MOST_SALES}`),
      ),
    }),
  );
  const { standing, offer, advanced, sales } = result;
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

export type Selling = NonNullable<Awaited<ReturnType<typeof readSelling>>>;

function medianDays(times: number[]): number | null {
  const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
  return middle === undefined ? null : Math.ceil(middle / DAY_MS);
}
