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

type OfferRequest = {
  caskId: string | null;
  retriedPaymentId: string | null;
};
type OfferSubject = OfferRequest & { userId: string };

/** What the payment page needs: the cask being bought or retried, the values of an earlier payment, the joining fee. */
export async function readOffer({ db }: Pick<Deps, "db">, session: Session, request: OfferRequest) {
  const { viewer, nowMs, result } = await session.read(({ userId }) =>
    together({
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

/** The cask of the request, or of an earlier payment of the viewer's own. */
function offeredCaskQuery(db: Database, { userId, caskId, retriedPaymentId }: OfferSubject) {
  return db
    .select(caskColumns)
    .from(casks)
    .where(
      and(
        isPublished,
        retriedPaymentId === null
          ? sql`id = ${caskId}`
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
