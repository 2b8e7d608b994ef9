import { and, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { type Personal, personalQuery } from "~/areas/accounts/profile/personal-details";
import type { Cask } from "~/areas/casks/cask-view";
import { isPublished } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import { looksLikeOne } from "~/core/ledger/same-person";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { mapWork, row, together, type Work } from "~/db/work";
import { dateOf, DAY_MS } from "~/domain/calendar-date";
import { MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import type { Refusal } from "./refusals";

/** What somebody wants to buy: a stake of ours, the stake that another investor offers, or, if it is neither, the activation. */
export type Wanted = {
  userId: string;
  caskId: string | null;
  /** With the country that the request comes from. */
  offer?: { id: string; country: Asker["country"] } | undefined;
  /** The price the buyer expects; null: the figures they sent disagree; undefined: they sent none. */
  expectCents?: number | null | undefined;
  /** The buyer's network has started as many payments as it may for now. */
  isNetworkBusy?: boolean;
  nowMs: number;
};

type Resale = { id: string; number: number; priceCents: number; feeCents: number };
type Found = { cask: Cask | undefined; resale: Resale | undefined; feeCents: number; holder: Personal | undefined };

/** What the payment page shows. */
export type Offer = {
  /** null: the joining fee. */
  cask: Cask | null;
  /** The stake of another investor. */
  resale: Resale | null;
  /** null for a viewer who may not know the price. */
  amountCents: number | null;
  problem: Refusal | null;
  activated: boolean;
  holder: Personal | undefined;
};

/** @returns null: there is no such thing */
export async function readOffer(
  { db }: Pick<Deps, "db">,
  session: Session,
  wanted: Pick<Wanted, "caskId" | "offer">,
): Promise<Offer | null> {
  const { viewer, result } = await session.read(({ userId, nowMs }) => {
    const asked = { ...wanted, userId, nowMs };
    return together({ found: findOffer(db, asked), problem: findRefusal(db, asked) });
  });
  return offerOf(viewer, wanted, result.found, result.problem);
}

export function findOffer(db: Database, { userId, caskId, offer }: Wanted): Work<Found> {
  return together({
    cask: row(
      db
        .select(caskColumns)
        .from(casks)
        .where(and(sql`${casks.id} = ${caskOf({ caskId, offer })}`, isPublished)),
    ),
    resale: row(
      db.all<Resale>(sql`SELECT offers.id, stakes.number, offers.price_cents AS priceCents, offers.fee_cents AS feeCents
        FROM offers JOIN stakes ON stakes.id = offers.stake_id WHERE offers.id = ${offer?.id ?? null}`),
    ),
    feeCents: readJoiningFee(db),
    holder: row(personalQuery(db, userId)),
  });
}

export function offerOf(
  { activated }: Pick<Viewer, "activated">,
  { caskId, offer }: Pick<Wanted, "caskId" | "offer">,
  { cask = undefined, resale, feeCents, holder }: Found,
  problem: Refusal | null,
): Offer | null {
  const isFee = caskId === null && !offer;
  if (!isFee && (!cask || (offer && !resale))) return null;
  const priceCents = resale ? resale.priceCents + resale.feeCents : (cask?.costPerStakeCents ?? feeCents);
  const amountCents = isFee || activated ? priceCents : null;
  return { cask: cask ?? null, resale: resale ?? null, amountCents, problem, activated, holder };
}

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
  if (wanted.offer) return offerRefusal(wanted, wanted.offer);
  return wanted.caskId === null ? feeRefusal(wanted) : stakeRefusal(wanted, wanted.caskId);
}

/** The cask of the stake; null: the joining fee. */
export const caskOf = ({ caskId, offer }: Pick<Wanted, "caskId" | "offer">): SQL | string | null =>
  offer ? sql`(SELECT offered.cask_id FROM offers AS offered WHERE offered.id = ${offer.id})` : caskId;

/** The open payment that a start would find or replace. */
export const thingOf = ({ caskId, offer }: Wanted): SQL => {
  if (offer) return sql`offer_id = ${offer.id}`;
  return caskId === null
    ? sql`purpose = 'joining-fee'`
    : sql`purpose = 'stake' AND offer_id IS NULL AND cask_id = ${caskId}`;
};

function stakeRefusal(wanted: Wanted, caskId: string): SQL {
  const today = dateOf(wanted.nowMs);
  return sql`coalesce((SELECT CASE
    WHEN NOT ${isActivated(wanted)} THEN 'not-activated'
    WHEN ${isNotPrice(wanted, sql`casks.cost_per_stake_cents`)} THEN 'wrong-price'
    WHEN NOT ${notClosing(wanted.userId)} THEN 'closing'
    WHEN casks.ended_on IS NOT NULL THEN 'closed'
    WHEN casks.sold_stakes >= casks.total_stakes THEN 'sold-out'
    WHEN casks.launches_on > ${today} THEN 'not-launched'
    WHEN casks.closes_on < ${today} OR casks.sales_stopped_at_ms IS NOT NULL THEN 'closed'
    WHEN ${tooManyOpen(wanted)} OR ${tooManyStarts(wanted)} OR ${heldTooOften(wanted)} THEN 'too-many'
    WHEN casks.sold_stakes + casks.reserved_stakes - ${countOpen(wanted)} >= casks.total_stakes THEN 'held-by-others'
    ELSE '' END FROM casks WHERE casks.id = ${caskId} AND ${isPublished}), 'not-offered')`;
}

/** Nobody buys from themselves, or from an account that looks like theirs. */
function offerRefusal(wanted: Wanted, { id, country }: NonNullable<Wanted["offer"]>): SQL {
  const { userId, nowMs } = wanted;
  return sql`coalesce((SELECT CASE
    WHEN NOT ${marketOpenFor({ userId, country })} OR buyers.role <> 'investor' THEN 'not-offered'
    WHEN NOT ${isActivated(wanted)} THEN 'not-activated'
    WHEN ${isNotPrice(wanted, sql`offers.price_cents + offers.fee_cents`)} THEN 'wrong-price'
    WHEN NOT ${notClosing(userId)} THEN 'closing'
    WHEN offers.state <> 'open' OR offers.expires_at_ms <= ${nowMs} OR sellers.suspended_at_ms IS NOT NULL
      OR offers.user_id = ${userId} OR ${looksLikeOne(buyers.id, sellers.id)} THEN 'not-offered'
    WHEN ${tooManyOpen(wanted)} OR ${tooManyStarts(wanted)} OR ${heldTooOften(wanted)} THEN 'too-many'
    WHEN EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = offers.id AND others.state IN ('created', 'open')
      AND others.user_id <> ${userId}) THEN 'held-by-others'
    ELSE '' END FROM offers JOIN users AS sellers ON sellers.id = offers.user_id JOIN users AS buyers ON buyers.id = ${userId}
    WHERE offers.id = ${id}), 'not-offered')`;
}

const [buyers, sellers] = [alias(users, "buyers"), alias(users, "sellers")];

function feeRefusal(wanted: Wanted): SQL {
  return sql`(SELECT CASE
    WHEN ${isActivated(wanted)} THEN 'already-activated'
    WHEN ${isNotPrice(wanted, sql`priced.value`)} THEN 'wrong-price'
    WHEN NOT ${notClosing(wanted.userId)} THEN 'closing'
    WHEN ${tooManyOpen(wanted)} OR ${tooManyStarts(wanted)} THEN 'too-many'
    ELSE '' END FROM settings AS priced WHERE priced.key = 'joining_fee_cents')`;
}

const isNotPrice = ({ expectCents }: Wanted, priceCents: SQL): SQL =>
  expectCents === undefined ? sql`false` : sql`${priceCents} IS NOT ${expectCents}`;

const isActivated = ({ userId }: Wanted): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS buyer WHERE buyer.id = ${userId} AND buyer.activated_at_ms IS NOT NULL)`;

const countOpen = (wanted: Wanted): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${wanted.userId} AND state IN ('created', 'open') AND ${thingOf(wanted)})`;

const tooManyOpen = (wanted: Wanted): SQL => sql`(SELECT count(*) FROM payments
  WHERE user_id = ${wanted.userId} AND state IN ('created', 'open') AND expires_at_ms > ${wanted.nowMs}
    AND NOT (${thingOf(wanted)})) >= ${MAX_OPEN_CHECKOUTS}`;

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
  WHERE user_id = ${wanted.userId} AND cask_id = ${caskOf(wanted)} AND created_at_ms > ${wanted.nowMs - DAY_MS}
    AND state IN ('expired', 'cancelled') AND reason IS NOT 'other-method') >= ${MOST_UNPAID_HOLDS_A_DAY}`;
