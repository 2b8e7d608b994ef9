import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { offers } from "~/db/schema/offers";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import type { transferAll } from "~/core/ledger/transfer";
import { usualHoldDays } from "~/domain/offers";
import { setting } from "~/core/settings/setting";
import type { ApplyInput } from "./apply-input";
import { rewardStatements } from "./apply-stake";
import { hasEnded, justPaid, stillHere } from "./payment-conditions";

type Booking = Parameters<typeof transferAll>[1][number];

/**
 * Turns the payment for an offer into the buyer's holding: the seller's ends and its certificate is void, the buyer's begins with one of its
 * own and keeps the high-water mark. If the offer is gone, the payment stays 'paid' and the caller's next statement refunds it.
 */
export function offerStatements(db: Database, input: ApplyInput) {
  const { payment, nowMs, stakeId, certificateId, certificateCode } = input;
  const { id, offerId, userId, caskId, mode } = payment;
  const open = sql`offers.id = ${offerId} AND offers.state = 'open'`;
  const isSold = sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.id = ${stakeId})`;
  const holdDays =
    mode === "Bank"
      ? setting("proceeds_hold_days_card", usualHoldDays.card)
      : setting("proceeds_hold_days_crypto", usualHoldDays.crypto);
  const advanced = sql`(SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
    WHERE withdrawals.stake_id = offers.stake_id AND withdrawals.state NOT IN ('rejected', 'cancelled', 'returned'))`;
  const takenOff = sql`min(offers.price_cents - offers.fee_cents, ${advanced})`;
  return [
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, resold_at_ms = ${nowMs}
      WHERE id = (SELECT stake_id FROM offers WHERE ${open}) AND state = 'active' AND ${justPaid(id)} AND ${stillHere(userId)} AND NOT ${hasEnded(caskId)}
        AND NOT EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = ${offerId} AND others.state IN ('created', 'open')
          AND others.expires_at_ms > ${nowMs})`),
    db.run(sql`INSERT INTO stakes (id, cask_id, number, sale_number, holder_number, user_id, payment_id, price_cents, mark_cents, purchased_at_ms)
      SELECT ${stakeId}, sold.cask_id, sold.number, sold.sale_number, (SELECT max(chain.holder_number) + 1 FROM stakes AS chain
          WHERE chain.cask_id = sold.cask_id AND chain.number = sold.number AND chain.sale_number = sold.sale_number),
        ${userId}, ${id}, offers.price_cents, max(sold.price_cents, sold.mark_cents, coalesce((SELECT max(reckoned_to_cents) FROM withdrawals
          WHERE withdrawals.stake_id = sold.id AND withdrawals.state NOT IN ('rejected', 'cancelled', 'returned')), 0)), ${nowMs}
      FROM offers JOIN stakes AS sold ON sold.id = offers.stake_id
      WHERE ${open} AND sold.resold_at_ms = ${nowMs} AND ${justPaid(id)} AND NOT EXISTS (SELECT 1 FROM stakes AS made WHERE made.payment_id = ${id})`),
    db.run(
      sql`UPDATE payments SET state = 'settled', updated_at_ms = ${nowMs} WHERE id = ${id} AND state = 'paid' AND ${isSold}`,
    ),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE stake_id = (SELECT stake_id FROM offers WHERE ${open}) AND state <> 'void' AND ${isSold}`),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, id, ${certificateCode}, ${`certificates/${certificateId}.pdf`}, ${nowMs} FROM stakes WHERE id = ${stakeId}`),
    db.run(sql`UPDATE offers SET state = 'sold', new_stake_id = ${stakeId}, sold_at_ms = ${nowMs},
      payable_from_ms = ${nowMs} + ${holdDays} * 86400000, advanced_cents = ${takenOff}, credit_cents = price_cents - fee_cents - ${takenOff}
      WHERE ${open} AND ${isSold}`),
    recordAudit(
      db,
      {
        ...{ id: `stake-resold:${stakeId}`, actor: "system", action: "stake-resold" },
        ...{ subject: sql`'stake:' || offers.stake_id`, detail: stakeId, nowMs },
      },
      { from: offers, where: sql`offers.new_stake_id = ${stakeId}` },
    ),
    ...(input.isReferred ? rewardStatements(db, input) : []),
  ];
}

/** Of what the buyer paid: the fee of both sides, the returns that were advanced, and the proceeds, which are on hold. */
export const SALE_PARTS = ["resale-fee", "resale-advance", "resale-proceeds"] as const;

export function saleOfOffer({ payment, nowMs }: ApplyInput): Booking[] {
  const parts = {
    "resale-fee": { credit: house.resaleFees, amount: sql<number>`2 * fee_cents` },
    "resale-advance": { credit: house.returns, amount: sql<number>`advanced_cents` },
    "resale-proceeds": { credit: house.resale, amount: sql<number>`credit_cents` },
  };
  return SALE_PARTS.map((name): Booking => [
    {
      ...{ refersTo: `payment:${payment.id}`, name, debit: house.unsettled, currency: "USD", reason: name, nowMs },
      ...parts[name],
    },
    {
      from: offers,
      where: sql`new_stake_id = (SELECT id FROM stakes WHERE payment_id = ${payment.id}) AND offers.state = 'sold' AND ${parts[name].amount} > 0`,
    },
  ]);
}
