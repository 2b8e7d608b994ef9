import { and, type SQL, sql } from "drizzle-orm";
import { type Personal, personalQuery } from "~/areas/accounts/profile/personal-details";
import type { Cask } from "~/areas/casks/cask-view";
import { isPublished } from "~/areas/casks/cask-conditions";
import { joiningFeeIncludes } from "~/content/payments";
import type { Deps } from "~/core/deps";
import { type AskedOffer, type OfferedStake, offeredStake, readOfferedStake } from "~/core/resale";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { readJoiningFee } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import type { Payment } from "~/db/schema/payments";
import { mapWork, row, together, type Work } from "~/db/work";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import type { Refusal } from "./refusals";

/** The thing that someone wants to buy: a stake of ours, the stake that another investor offers, or, if it is neither, the activation. */
export type Wanted = {
  userId: string;
  caskId: string | null;
  offer?: AskedOffer | undefined;
  /** The price the buyer expects; null: the figures they sent disagree; undefined: they sent none. */
  expectCents?: number | null | undefined;
  /** The buyer's network has started as many payments as it may for now. */
  isNetworkBusy?: boolean;
  nowMs: number;
};

type Found = {
  cask: Cask | undefined;
  resale: OfferedStake | undefined;
  feeCents: number;
  holder: Personal | undefined;
};

export type WantedView = {
  /** null: the joining fee. */
  cask: Cask | null;
  resale: OfferedStake | null;
  /** null for a viewer who may not know the price. */
  amountCents: number | null;
  problem: Refusal | null;
  activated: boolean;
  holder: Personal | undefined;
};

/** @returns null: there is no such thing */
export async function readWanted(
  { db }: Deps,
  session: Session,
  wanted: Pick<Wanted, "caskId" | "offer">,
): Promise<WantedView | null> {
  const { viewer, result } = await session.read(({ userId, nowMs }) => {
    const asked = { ...wanted, userId, nowMs };
    return together({ found: findWanted(db, asked), problem: findRefusal(db, asked) });
  });
  return wantedView(viewer, wanted, result.found, result.problem);
}

export const findWanted = (db: Database, wanted: Wanted): Work<Found> =>
  together({
    cask: row(
      db
        .select(caskColumns)
        .from(casks)
        .where(and(sql`${casks.id} = ${thingOf(wanted).caskId}`, isPublished)),
    ),
    resale: readOfferedStake(db, wanted.offer?.id ?? null),
    feeCents: readJoiningFee(db),
    holder: row(personalQuery(db, wanted.userId)),
  });

export function wantedView(
  { activated }: Pick<Viewer, "activated">,
  { caskId, offer }: Pick<Wanted, "caskId" | "offer">,
  { cask = undefined, resale, feeCents, holder }: Found,
  problem: Refusal | null,
): WantedView | null {
  const isFee = caskId === null && !offer;
  if (!isFee && (!cask || (offer && !resale))) return null;
  const priceCents = resale ? resale.priceCents + resale.feeCents : (cask?.costPerStakeCents ?? feeCents);
  const amountCents = isFee || activated ? priceCents : null;
  return { cask: cask ?? null, resale: resale ?? null, amountCents, problem, activated, holder };
}

type Thing = {
  /** null: the joining fee. */
  caskId: SQL | string | null;
  isPaidBy: SQL;
  /** Purpose, cask, name, amount and offer of its payment, and the rows that they come from. */
  columns: SQL;
  from: SQL;
  priceCents: SQL;
  /** WHEN ... THEN: why a buyer may not know of it, why it is not sold any more, and who else pays for it. */
  hidden?: SQL;
  gone?: SQL;
  held?: SQL;
};

export function thingOf(wanted: Wanted): Thing {
  const { caskId, offer } = wanted;
  if (offer) return offeredStake(offer, wanted);
  return caskId === null ? activation(wanted) : stakeOf(wanted, caskId);
}

const activation = (wanted: Wanted): Thing => ({
  caskId: null,
  isPaidBy: sql`purpose = 'joining-fee'`,
  columns: sql`'joining-fee', NULL, ${joiningFeeIncludes.name}, priced.value, NULL`,
  from: sql`FROM settings AS priced WHERE priced.key = 'joining_fee_cents'`,
  priceCents: sql`priced.value`,
  hidden: sql`WHEN ${isActivated(wanted)} THEN 'already-activated'`,
});

function stakeOf({ userId, nowMs }: Wanted, caskId: string): Thing {
  const today = dateOf(nowMs);
  const isPaidBy = sql`purpose = 'stake' AND offer_id IS NULL AND cask_id = ${caskId}`;
  return {
    caskId,
    isPaidBy,
    columns: sql`'stake', casks.id, casks.name, casks.cost_per_stake_cents, NULL`,
    from: sql`FROM casks WHERE casks.id = ${caskId} AND ${isPublished}`,
    priceCents: sql`casks.cost_per_stake_cents`,
    gone: sql`WHEN casks.ended_on IS NOT NULL THEN 'closed'
      WHEN casks.sold_stakes >= casks.total_stakes THEN 'sold-out'
      WHEN casks.launches_on > ${today} THEN 'not-launched'
      WHEN casks.closes_on < ${today} THEN 'closed'`,
    held: sql`WHEN casks.sold_stakes + casks.reserved_stakes - (SELECT count(*) FROM payments WHERE user_id = ${userId}
      AND state IN ('created', 'open') AND ${isPaidBy}) >= casks.total_stakes THEN 'held-by-others'`,
  };
}

/** Says what is bought, in a form and in the address of the payment page. */
export const fieldOf = ({
  caskId,
  offerId,
}: Pick<Payment, "caskId" | "offerId">): readonly [name: string, value: string] =>
  offerId ? ["offer", offerId] : caskId ? ["cask", caskId] : ["product", "joining-fee"];

/** The first reason that refuses the purchase, as the page and the API tell it. */
export const findRefusal = (db: Database, wanted: Wanted): Work<Refusal | null> =>
  mapWork(
    row(db.all<{ code: Refusal | "" }>(sql`SELECT ${refusalOf(wanted)} AS code`)),
    (found) => found?.code || null,
  );

/**
 * The same in SQL, '' if there is none: the statements that write ask it too, in the batch that told it. The buyer's own open payment for the
 * same thing counts as gone, because another method replaces it. A viewer who may not know the price must not learn whether a guess was
 * right, so what they may not buy comes before the price.
 */
export function refusalOf(wanted: Wanted): SQL {
  const { from, priceCents, hidden, gone, held } = thingOf(wanted);
  const isFee = wanted.caskId === null && !wanted.offer;
  return sql`coalesce((SELECT CASE ${hidden}
    WHEN NOT ${isFee ? sql`true` : isActivated(wanted)} THEN 'not-activated'
    WHEN ${isNotPrice(wanted, priceCents)} THEN 'wrong-price'
    ${gone}
    WHEN ${tooManyOpen(wanted)} OR ${tooManyStarts(wanted)} OR ${heldTooOften(wanted)} THEN 'too-many'
    ${held}
    ELSE '' END ${from}), 'not-offered')`;
}

const isNotPrice = ({ expectCents }: Wanted, priceCents: SQL): SQL =>
  expectCents === undefined ? sql`false` : sql`${priceCents} IS NOT ${expectCents}`;

const isActivated = ({ userId }: Wanted): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS buyer WHERE buyer.id = ${userId} AND buyer.activated_at_ms IS NOT NULL)`;

const tooManyOpen = (wanted: Wanted): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${wanted.userId} AND state IN ('created', 'open') AND expires_at_ms > ${wanted.nowMs}
    AND NOT (${thingOf(wanted).isPaidBy})) >= ${MAX_OPEN_CHECKOUTS}`;

const HOUR_MS = 3_600_000;
const MOST_STARTS_AN_HOUR = 20;

/** Only what was started counts, so a refusal does not lengthen the wait. */
function tooManyStarts({ userId, isNetworkBusy, nowMs }: Wanted): SQL {
  if (isNetworkBusy) return sql`true`;
  return sql`(SELECT count(*) FROM payments WHERE user_id = ${userId} AND created_at_ms > ${nowMs - HOUR_MS}) >= ${MOST_STARTS_AN_HOUR}`;
}

/** Holds of one person on one cask in 24 hours that ended without a payment: letting them lapse must not keep a cask blocked. */
const MOST_UNPAID_HOLDS_A_DAY = 6;

/** Changing the payment method is not a new hold. */
const heldTooOften = (wanted: Wanted): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${wanted.userId} AND cask_id = ${thingOf(wanted).caskId} AND created_at_ms > ${wanted.nowMs - DAY_MS}
    AND state IN ('expired', 'cancelled') AND reason IS NOT 'other-method') >= ${MOST_UNPAID_HOLDS_A_DAY}`;
