import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { row, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import { personalQuery } from "~/features/profile/personal-details";
import type { Session } from "~/features/session/session";
import { readJoiningFee } from "~/features/settings/joining-fee";

type Asked = { caskId: string | null; retriedPaymentId: string | null };
type OfferSubject = Asked & { userId: string };

/** What the payment page offers: the cask asked for or tried again, the saved data of that payment, the joining fee. */
export async function readOffer({ db }: Pick<Deps, "db">, session: Session, asked: Asked) {
  const { viewer, nowMs, result } = await session.read(({ userId }) =>
    together({
      cask: row(offeredCaskQuery(db, { userId, ...asked })),
      retried: row(retriedPaymentQuery(db, { userId, ...asked })),
      feeCents: readJoiningFee(db),
      holder: row(personalQuery(db, userId)),
    }),
  );
  return { viewer, nowMs, ...result };
}

/** The cask that is asked for, or that a former payment of this very user was for. */
function offeredCaskQuery(db: Database, { userId, caskId, retriedPaymentId }: OfferSubject) {
  return db
    .select()
    .from(casks)
    .where(
      retriedPaymentId === null
        ? sql`id = ${caskId}`
        : sql`id = (SELECT cask_id FROM payments WHERE id = ${retriedPaymentId} AND user_id = ${userId})`,
    );
}

/** Nothing when the payment is not the user's own. */
function retriedPaymentQuery(db: Database, { userId, retriedPaymentId }: OfferSubject) {
  return db
    .select({ id: payments.id, purpose: payments.purpose, mode: payments.mode })
    .from(payments)
    .where(sql`id = ${retriedPaymentId} AND user_id = ${userId}`);
}
