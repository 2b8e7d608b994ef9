import { type SQL, sql } from "drizzle-orm";
import { advancedOn } from "~/core/ledger/advances";
import { lastValued } from "~/areas/holdings/portfolio/read-cask";
import { readHolding } from "~/areas/holdings/read-holding";
import type { Deps } from "~/core/deps";
import { notify } from "~/core/outbox/enqueue";
import { owes } from "~/core/ledger/debts";
import type { Session } from "~/core/session/session";
import { type Asker, marketOpenFor, setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { offers } from "~/db/schema/stakes";
import { type ResultOf, row, rows, together, writes } from "~/db/work";
import { DAY_MS } from "~/domain/calendar-date";
import { FIRST_DAYS, OFFER_DAYS, priceBand, proceedsOf, readOfferPrice, sideFee } from "~/domain/offers";
import type { OfferRefusal } from "./texts";

const MOST_SALES = 500;

export const readSelling = (db: Database, own: OwnStake) =>
  together({
    standing: row(offeringQuery(db, own)),
    sales: rows(
      db.all<{ ms: number }>(sql`SELECT sold_at_ms - created_at_ms AS ms FROM offers
        WHERE sold_at_ms IS NOT NULL AND undone_at_ms IS NULL ORDER BY sold_at_ms DESC LIMIT ${MOST_SALES}`),
    ),
  });

/**
 * The seller's view of a stake: its offer, or why it cannot be offered, or what a price would bring. null: not theirs,
 * or not where they are.
 */
export function sellingView(
  { standing, sales }: ResultOf<ReturnType<typeof readSelling>>,
  { typed, isWaiting }: { typed: string | null; isWaiting: boolean },
) {
  if (!standing || (standing.refused === "not-open" && standing.offerCents === null)) return null;
  const { valuedCents, priceCents: paidCents, feeBasisPoints, advancedCents, offerCents, expiresAtMs } = standing;
  const basisCents = valuedCents ?? paidCents;
  const band = priceBand(basisCents);
  const price = typed === null ? null : readOfferPrice(typed);
  const inBand = price !== null && price >= band.leastCents && price <= band.mostCents;
  return {
    offer: offerCents && { ...proceedsOf(offerCents, standing.offerFeeCents, advancedCents), expiresAtMs },
    refused: standing.refused === "" && isWaiting ? ("return-waiting" as const) : standing.refused,
    ...band,
    basisCents,
    valuedCents,
    feeBasisPoints,
    typed: typed ?? "",
    isWrong: typed !== null && !inBand,
    preview: inBand ? proceedsOf(price, sideFee(price, feeBasisPoints), advancedCents) : null,
    medianDays: medianDays(sales.map(({ ms }) => ms)),
  };
}

export type Selling = NonNullable<ReturnType<typeof sellingView>>;

function medianDays(times: number[]): number | null {
  const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)];
  return middle === undefined ? null : Math.ceil(middle / DAY_MS);
}

const USUAL_FEE = 150;

/** Fee for buyer and seller each, in hundredths of a percent of the price, in SQL. An offer keeps the one that it began with. */
export const resaleFee = setting("resale_fee_basis_points", USUAL_FEE);

type OwnStake = { userId: string; stakeId: string; country: Asker["country"]; nowMs: number };

const valued = (nowMs: number) => lastValued(nowMs, sql`stakes.cask_id`);

/** The first reason that refuses an offer of a row of `stakes`, or ''. The price and what is waiting come from the domain. */
const refusal = ({ userId, country, nowMs }: OwnStake): SQL<OfferRefusal | ""> => sql<OfferRefusal | "">`CASE
  WHEN NOT ${marketOpenFor({ userId, country })} THEN 'not-open'
  WHEN NOT EXISTS (SELECT 1 FROM users AS sellers WHERE sellers.id = ${userId} AND sellers.role = 'investor' AND sellers.activated_at_ms IS NOT NULL
    AND sellers.suspended_at_ms IS NULL) OR stakes.state = 'ended' THEN 'not-yours'
  WHEN EXISTS (SELECT 1 FROM offers AS others WHERE others.stake_id = stakes.id AND others.state = 'open') THEN 'on-offer'
  WHEN stakes.state <> 'active' THEN 'frozen'
  WHEN EXISTS (SELECT 1 FROM casks WHERE casks.id = stakes.cask_id AND casks.ended_on IS NOT NULL)
    OR EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.cask_id = stakes.cask_id AND cask_exits.state <> 'withdrawn') THEN 'sale-proposed'
  WHEN EXISTS (SELECT 1 FROM bids WHERE bids.cask_id = stakes.cask_id AND bids.state IN ('open', 'accepted')) THEN 'bid-open'
  WHEN EXISTS (SELECT 1 FROM payments WHERE payments.user_id = ${userId} AND payments.state = 'disputed') OR ${owes(sql`${userId}`)} THEN 'owes'
  WHEN stakes.purchased_at_ms > ${nowMs - FIRST_DAYS * DAY_MS} THEN 'too-new'
  WHEN EXISTS (SELECT 1 FROM withdrawals WHERE withdrawals.stake_id = stakes.id AND withdrawals.state IN ('progress', 'sending')) THEN 'return-asked'
  ELSE '' END`;

type Standing = Record<"priceCents" | "feeBasisPoints" | "advancedCents" | "offerFeeCents" | "expiresAtMs", number> & {
  refused: OfferRefusal | "";
  valuedCents: number | null;
  /** null: it is not on offer. */
  offerCents: number | null;
};

/** The facts before offering, and the present offer. For the page and for the write. */
const offeringQuery = (db: Database, own: OwnStake) =>
  db.all<Standing>(sql`SELECT ${refusal(own)} AS refused, ${valued(own.nowMs)} AS valuedCents, stakes.price_cents AS priceCents,
      ${resaleFee} AS feeBasisPoints, ${advancedOn(sql`stakes.id`)} AS advancedCents,
      mine.price_cents AS offerCents, mine.fee_cents AS offerFeeCents, mine.expires_at_ms AS expiresAtMs
    FROM stakes LEFT JOIN offers AS mine ON mine.stake_id = stakes.id AND mine.state = 'open'
    WHERE stakes.id = ${own.stakeId} AND stakes.user_id = ${own.userId}`);

type OfferOutcome = { ok: true } | { ok: false; code: OfferRefusal };

type Offering = { stakeId: string; priceCents: number | null; country: Asker["country"] };

/** Offers a stake at a price. The same tap again finds the offer that is there. Two round trips. */
export async function offerStake(
  deps: Deps,
  session: Session,
  { stakeId, priceCents, country }: Offering,
): Promise<OfferOutcome> {
  const { db } = deps;
  const { view } = await readHolding(deps, session, stakeId);
  if (!view) return { ok: false, code: "not-yours" };
  const isWaiting = view.readyCents !== null;
  const offerId = deps.newId("off");
  // D1 binds numbers as REAL; fees are whole cents.
  const price = sql`CAST(${priceCents ?? 0} AS INTEGER)`;
  const { result } = await session.write(({ userId, nowMs, live }) => {
    const own = { userId, stakeId, country, nowMs };
    const basis = sql`coalesce(${valued(nowMs)}, stakes.price_cents)`;
    return together({
      standing: row(offeringQuery(db, own)),
      made: writes(
        db.run(sql`INSERT INTO offers (id, stake_id, cask_id, user_id, price_cents, fee_cents, valued_cents, created_at_ms, expires_at_ms)
          SELECT ${offerId}, stakes.id, stakes.cask_id, stakes.user_id, ${price}, ${price} * ${resaleFee} / 10000, ${valued(nowMs)}, ${nowMs},
            ${nowMs + OFFER_DAYS * DAY_MS}
          FROM stakes WHERE stakes.id = ${stakeId} AND stakes.user_id = ${userId} AND ${refusal(own)} = '' AND ${isWaiting ? 0 : 1} = 1
            AND ${price} % 100 = 0 AND ${price} * 2 >= ${basis} AND ${price} * 10 <= ${basis} * 11 AND ${price} > 0 AND ${live}
          ON CONFLICT DO NOTHING`),
        notify(db, "offer-made", { subject: offerId, nowMs, of: sql`FROM offers WHERE id = ${offerId}` }),
      ),
      offer: row(
        db
          .select({ id: offers.id, priceCents: offers.priceCents })
          .from(offers)
          .where(sql`stake_id = ${stakeId} AND user_id = ${userId} AND state = 'open'`),
      ),
    });
  });
  const { standing, offer } = result;
  if (offer && offer.priceCents === priceCents) return { ok: true };
  if (!standing) return { ok: false, code: "not-yours" };
  if (standing.refused) return { ok: false, code: standing.refused };
  if (isWaiting) return { ok: false, code: "return-waiting" };
  return { ok: false, code: "price" };
}
