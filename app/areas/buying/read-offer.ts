import { and, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { row, together } from "~/db/work";
import { isPublished } from "~/areas/casks/is-published";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import type { Deps } from "~/core/deps";
import { personalQuery } from "~/areas/accounts/profile/personal-details";
import type { Session } from "~/core/session/session";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";

type OfferRequest = {
  caskId: string | null;
  /** Of another investor's stake. */
  offerId?: string | null;
  country?: Asker["country"];
  retriedPaymentId: string | null;
};
/** Flags are 0 or 1. */
export type OfferedStake = {
  id: string;
  number: number;
  priceCents: number;
  feeCents: number;
  isOpen: number;
  isOwn: number;
  isHeld: number;
};
type OfferSubject = OfferRequest & { userId: string };

/** What the payment page needs: the cask being bought or retried, the values of an earlier payment, the joining fee. */
export async function readOffer({ db }: Pick<Deps, "db">, session: Session, request: OfferRequest) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      resale: row(resaleQuery(db, { userId, nowMs, ...request })),
      cask: row(offeredCaskQuery(db, { userId, ...request })),
      retried: row(retriedPaymentQuery(db, { userId, ...request })),
      feeCents: readJoiningFee(db),
      holder: row(personalQuery(db, userId)),
      buyer: row(db.all<{ isClosing: number }>(sql`SELECT NOT ${notClosing(userId)} AS isClosing`)),
    }),
  );
  const { buyer, ...offered } = result;
  return {
    viewer: { ...viewer, nowMs, isClosing: buyer?.isClosing === 1 },
    ...offered,
  };
}

/** The offer of the request, or of an earlier payment of the viewer's own. */
function resaleQuery(
  db: Database,
  { userId, nowMs, offerId = null, country = null, ...request }: OfferSubject & { nowMs: number },
) {
  return db.all<OfferedStake>(sql`SELECT offers.id, stakes.number, offers.price_cents AS priceCents, offers.fee_cents AS feeCents,
      offers.state = 'open' AND offers.expires_at_ms > ${nowMs} AND ${marketOpenFor({ userId, country })} AS isOpen, offers.user_id = ${userId} AS isOwn,
      EXISTS (SELECT 1 FROM payments WHERE payments.offer_id = offers.id AND payments.state IN ('created', 'open')
        AND payments.expires_at_ms > ${nowMs} AND payments.user_id <> ${userId}) AS isHeld
    FROM offers JOIN stakes ON stakes.id = offers.stake_id
    WHERE offers.id = coalesce(${offerId}, (SELECT offer_id FROM payments WHERE id = ${request.retriedPaymentId} AND user_id = ${userId}))`);
}

/** The cask of the request, or of an earlier payment of the viewer's own. */
function offeredCaskQuery(db: Database, { userId, caskId, offerId = null, retriedPaymentId }: OfferSubject) {
  return db
    .select(caskColumns)
    .from(casks)
    .where(
      and(
        isPublished,
        retriedPaymentId === null
          ? sql`id = coalesce(${caskId}, (SELECT offers.cask_id FROM offers WHERE offers.id = ${offerId}))`
          : sql`id = (SELECT cask_id FROM payments WHERE id = ${retriedPaymentId} AND user_id = ${userId})`,
      ),
    );
}

/** Nothing unless the payment is the viewer's own. */
function retriedPaymentQuery(db: Database, { userId, retriedPaymentId }: OfferSubject) {
  return db
    .select({ id: payments.id, purpose: payments.purpose, mode: payments.mode, amountCents: payments.amountCents })
    .from(payments)
    .where(sql`id = ${retriedPaymentId} AND user_id = ${userId}`);
}
