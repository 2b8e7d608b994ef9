import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { endOffers, isHeld } from "~/core/resale";
import { house, walletIn } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transferEach } from "~/core/ledger/transfer";
import { notify } from "~/core/outbox/enqueue";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { offers } from "~/db/schema/stakes";
import { mapWork, row, runWork, type Work, writes, writeThenRead } from "~/db/work";

const MOST = 500;

/** Ends offers whose time is over, and credits proceeds whose hold is over to the sellers' wallets. */
export async function runOffers({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  // While the payment is disputed no one knows yet whose money it is.
  const payable = sql`SELECT offers.id FROM offers WHERE offers.state = 'sold' AND paid_at_ms IS NULL AND payable_from_ms <= ${nowMs}
    AND NOT EXISTS (SELECT 1 FROM stakes JOIN payments ON payments.id = stakes.payment_id
      WHERE stakes.id = new_stake_id AND payments.state = 'disputed' AND payments.reason = 'disputed')
    ORDER BY payable_from_ms LIMIT ${MOST}`;
  await runWork(
    db,
    writes(
      endOffers(db, { which: sql`expires_at_ms <= ${nowMs} AND NOT ${isHeld}`, reason: "expired", nowMs }),
      transferEach(
        db,
        {
          refersTo: sql<string>`'stake:' || offers.stake_id`,
          name: "available",
          debit: house.resale,
          credit: walletIn(sql`offers.user_id`),
          amount: sql<number>`credit_cents`,
          reason: sql<"resale-available">`'resale-available'`,
          nowMs,
        },
        sql`FROM offers WHERE offers.id IN (${payable}) AND credit_cents > 0`,
      ),
      notify(db, "proceeds-available", { subject: sql`id`, nowMs, of: sql`FROM offers WHERE id IN (${payable})` }),
      db.run(sql`UPDATE offers SET paid_at_ms = ${nowMs} WHERE id IN (${payable})`),
    ),
  );
}

export type EndOutcome = "ended" | "being-bought" | "sold" | "none";

/** The seller takes the stake off offer, unless someone is paying for it. Again: nothing happens. */
export async function endOffer({ db }: Deps, session: Session, stakeId: string): Promise<EndOutcome> {
  const { result } = await session.write(({ userId, nowMs, live }) => {
    const own = sql`offers.stake_id = ${stakeId} AND offers.user_id = ${userId}`;
    const end = endOffers(db, { which: sql`${own} AND NOT ${isHeld} AND ${live}`, reason: "seller", nowMs });
    const latest = db.all<{ state: string }>(
      sql`SELECT offers.state FROM offers WHERE ${own} ORDER BY created_at_ms DESC LIMIT 1`,
    );
    return writeThenRead([end], row(latest));
  });
  if (result?.state === "open") return "being-bought";
  return result?.state === "sold" ? "sold" : result ? "ended" : "none";
}

/** An operator ends an offer; the seller is told the reason. Money that comes for it is refunded. */
export function endOfferOf(
  db: Database,
  operator: OperatorAccess,
  { offerId, reason }: { offerId: string; reason: string },
): Work<boolean> {
  const { userId: operatorId, nowMs } = operator;
  const ended = sql`offers.id = ${offerId} AND offers.state = 'ended' AND offers.end_reason = 'operator'`;
  const statements = [
    endOffers(db, {
      which: sql`offers.id = ${offerId} AND offers.user_id <> ${operatorId}`,
      reason: "operator",
      note: reason,
      nowMs,
    }),
    recordAudit(
      db,
      {
        // The reason may name a person, so it stays in the offer.
        id: `offer-ended:${offerId}`,
        by: operator,
        action: "offer-ended",
        subject: `offer:${offerId}`,
      },
      { from: offers, where: ended },
    ),
  ];
  const query = db.all<{ done: number }>(sql`SELECT EXISTS (SELECT 1 FROM offers WHERE ${ended}) AS done`);
  return mapWork(writeThenRead(statements, row(query)), (found) => found?.done === 1);
}
