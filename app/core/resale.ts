import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { house, type UsdAccount, walletIn } from "~/core/ledger/accounts";
import { advancedOn, standingAdvances } from "~/core/ledger/advances";
import { recordAudit } from "~/core/ledger/audit";
import { type RowSource, type Transfer, transferEach } from "~/core/ledger/transfer";
import { looksLikeOne } from "~/core/ledger/same-person";
import { type Asker, marketOpenFor, setting } from "~/core/settings/setting";
import type { Database } from "~/db/client";
import { transfers } from "~/db/schema/ledger";
import { offers } from "~/db/schema/stakes";
import type { Payment } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { row, type Statement } from "~/db/work";
import { type OfferEnd, usualHoldDays } from "~/domain/offers";

type Ending = { which: SQL; reason: OfferEnd; note?: string; nowMs: number };

/** Belongs in the batch of the cause. */
export const endOffers = (db: Database, { which, reason, note, nowMs }: Ending): Statement =>
  db.run(sql`UPDATE offers SET state = 'ended', end_reason = ${reason}, end_note = ${note ?? null}, ended_at_ms = ${nowMs}
    WHERE offers.state = 'open' AND ${which}`);

/** Someone is paying for it. */
export const isHeld = sql`EXISTS (SELECT 1 FROM payments WHERE payments.offer_id = offers.id AND payments.state IN ('created', 'open'))`;

export type AskedOffer = { id: string; country: Asker["country"] };

export type OfferedStake = { id: string; number: number; priceCents: number; feeCents: number };

export const readOfferedStake = (db: Database, offerId: string | null) =>
  row(
    db.all<OfferedStake>(sql`SELECT offers.id, stakes.number, offers.price_cents AS priceCents, offers.fee_cents AS feeCents
      FROM offers JOIN stakes ON stakes.id = offers.stake_id WHERE offers.id = ${offerId}`),
  );

const [buyers, sellers] = [alias(users, "buyers"), alias(users, "sellers")];

/** As a thing to buy: no one buys from themselves, or from an account that looks like theirs. */
export const offeredStake = ({ id, country }: AskedOffer, { userId, nowMs }: { userId: string; nowMs: number }) => ({
  caskId: sql`(SELECT offered.cask_id FROM offers AS offered WHERE offered.id = ${id})`,
  isPaidBy: sql`offer_id = ${id}`,
  columns: sql`'stake', casks.id, casks.name, offers.price_cents + offers.fee_cents, offers.id`,
  from: sql`FROM offers JOIN casks ON casks.id = offers.cask_id JOIN users AS sellers ON sellers.id = offers.user_id
    JOIN users AS buyers ON buyers.id = ${userId} WHERE offers.id = ${id}`,
  priceCents: sql`offers.price_cents + offers.fee_cents`,
  hidden: sql`WHEN NOT ${marketOpenFor({ userId, country })} OR buyers.role <> 'investor' THEN 'not-offered'`,
  gone: sql`WHEN offers.state <> 'open' OR offers.expires_at_ms <= ${nowMs}
    OR offers.user_id = ${userId} OR ${looksLikeOne(buyers.id, sellers.id)} THEN 'not-offered'`,
  held: sql`WHEN EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = offers.id AND others.state IN ('created', 'open')
    AND others.user_id <> ${userId}) THEN 'held-by-others'`,
});

type Sale = { payment: Payment; stakeId: string; allowed: SQL; nowMs: number };

/**
 * The seller's holding ends and its certificate is void; the buyer's begins and keeps the high-water mark. Nothing happens if the offer is
 * gone, or another holds it.
 */
export function sellStake(db: Database, { payment, stakeId, allowed, nowMs }: Sale): Statement[] {
  const { id, offerId, userId, mode } = payment;
  const open = sql`offers.id = ${offerId} AND offers.state = 'open'`;
  const isSold = sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.id = ${stakeId})`;
  const holdDays =
    mode === "Bank"
      ? setting("proceeds_hold_days_card", usualHoldDays.card)
      : setting("proceeds_hold_days_crypto", usualHoldDays.crypto);
  const takenOff = sql`min(offers.price_cents - offers.fee_cents, ${advancedOn(sql`offers.stake_id`)})`;
  return [
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, resold_at_ms = ${nowMs}
      WHERE id = (SELECT stake_id FROM offers WHERE ${open}) AND state = 'active' AND ${allowed}
        AND NOT EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = ${offerId} AND others.state IN ('created', 'open')
          AND others.expires_at_ms > ${nowMs})`),
    db.run(sql`INSERT INTO stakes (id, cask_id, number, sale_number, holder_number, user_id, payment_id, price_cents, mark_cents, purchased_at_ms)
      SELECT ${stakeId}, sold.cask_id, sold.number, sold.sale_number, (SELECT max(chain.holder_number) + 1 FROM stakes AS chain
          WHERE chain.cask_id = sold.cask_id AND chain.number = sold.number AND chain.sale_number = sold.sale_number),
        ${userId}, ${id}, offers.price_cents, max(sold.price_cents, sold.mark_cents, coalesce((SELECT max(reckoned_to_cents) FROM withdrawals AS advances
          WHERE advances.stake_id = sold.id AND ${standingAdvances}), 0)), ${nowMs}
      FROM offers JOIN stakes AS sold ON sold.id = offers.stake_id
      WHERE ${open} AND sold.resold_at_ms = ${nowMs} AND ${allowed} AND NOT EXISTS (SELECT 1 FROM stakes AS made WHERE made.payment_id = ${id})`),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE stake_id = (SELECT stake_id FROM offers WHERE ${open}) AND state <> 'void' AND ${isSold}`),
    db.run(sql`UPDATE offers SET state = 'sold', new_stake_id = ${stakeId}, sold_at_ms = ${nowMs},
      payable_from_ms = ${nowMs} + ${holdDays} * 86400000, advanced_cents = ${takenOff}, credit_cents = price_cents - fee_cents - ${takenOff}
      WHERE ${open} AND ${isSold}`),
    recordAudit(
      db,
      {
        id: `stake-resold:${stakeId}`,
        actor: "system",
        action: "stake-resold",
        subject: sql`'stake:' || offers.stake_id`,
        detail: stakeId,
        nowMs,
      },
      { from: offers, where: sql`offers.new_stake_id = ${stakeId}` },
    ),
  ];
}

type Booking = readonly [Transfer, RowSource];

/** The buyer's money goes into the fee of both sides, the returns that were advanced, and the proceeds, which are on hold. */
const SALE_PARTS = {
  "resale-fee": { credit: house.resaleFees, amount: sql<number>`2 * fee_cents` },
  "resale-advance": { credit: house.returns, amount: sql<number>`advanced_cents` },
  "resale-proceeds": { credit: house.resale, amount: sql<number>`credit_cents` },
} as const;
const partNames = Object.keys(SALE_PARTS) as (keyof typeof SALE_PARTS)[];

export const bookSale = ({ id }: Payment, nowMs: number): Booking[] =>
  partNames.map((name): Booking => [
    { refersTo: `payment:${id}`, name, debit: house.unsettled, reason: name, nowMs, ...SALE_PARTS[name] },
    {
      from: offers,
      where: sql`new_stake_id = (SELECT id FROM stakes WHERE payment_id = ${id}) AND offers.state = 'sold' AND ${SALE_PARTS[name].amount} > 0`,
    },
  ]);

export const isUndone = ({ id }: Payment): SQL =>
  sql`EXISTS (SELECT 1 FROM offers JOIN stakes AS bought ON bought.id = offers.new_stake_id
  WHERE bought.payment_id = ${id} AND offers.state = 'undone')`;

type Undoing = { payment: Payment; reversed: SQL; certificateId: string; certificateCode: string; nowMs: number };

export const soldFor = (stakeId: SQL) =>
  sql<number>`(SELECT coalesce(sum(credit_cents), 0) FROM offers WHERE offers.stake_id = ${stakeId} AND offers.state = 'sold')`;

/**
 * While the proceeds are on hold, the seller gets the stake back with a new certificate. Later, or once the cask has ended or the seller's own
 * payment is not good, the stake is the house's. An offer that the buyer made of it ends either way.
 */
export function undoSale(db: Database, { payment, reversed, certificateId, certificateCode, nowMs }: Undoing) {
  const ownOffer = endOffers(db, {
    which: sql`stake_id IN (SELECT id FROM stakes WHERE payment_id = ${payment.id}) AND ${reversed}`,
    reason: "frozen",
    nowMs,
  });
  if (payment.offerId === null) return [ownOffer];
  const undone = sql`(SELECT id FROM offers WHERE offers.id = ${payment.offerId} AND offers.state = 'undone' AND undone_at_ms = ${nowMs})`;
  const seller = sql`(SELECT stake_id FROM offers WHERE offers.id = ${undone})`;
  return [
    ownOffer,
    db.run(sql`UPDATE offers SET state = 'undone', undone_at_ms = ${nowMs}
      WHERE offers.id = ${payment.offerId} AND offers.state = 'sold' AND paid_at_ms IS NULL AND ${reversed}
        AND EXISTS (SELECT 1 FROM stakes AS bought JOIN casks ON casks.id = bought.cask_id
          WHERE bought.id = new_stake_id AND bought.payment_id = ${payment.id} AND bought.state = 'frozen' AND casks.ended_on IS NULL)
        AND EXISTS (SELECT 1 FROM stakes AS sold JOIN payments AS first ON first.id = sold.payment_id
          WHERE sold.id = offers.stake_id AND first.state = 'settled')`),
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, freed_at_ms = ${nowMs}, sold_again_at_ms = ${nowMs}
      WHERE payment_id = ${payment.id} AND state = 'frozen' AND ${undone} IS NOT NULL`),
    db.run(
      sql`UPDATE stakes SET state = 'active', state_at_ms = ${nowMs}, resold_at_ms = NULL WHERE id = ${seller} AND state = 'ended'`,
    ),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, id, ${certificateCode}, ${`certificates/${certificateId}.pdf`}, ${nowMs} FROM stakes
      WHERE id = ${seller} AND state = 'active' AND NOT EXISTS (SELECT 1 FROM certificates AS before WHERE before.stake_id = stakes.id AND before.withheld = 1)
      ON CONFLICT DO NOTHING`),
  ];
}

/** Each part of the sale goes back to where the money is now. @param to away from the provider, or owed to the buyer */
export const bookUndone = (payment: Payment, to: UsdAccount, nowMs: number): Booking[] =>
  (payment.offerId === null ? [] : partNames).map((part) => [
    {
      refersTo: `payment:${payment.id}`,
      name: `${part}-reversal`,
      debit: sql<UsdAccount>`credit_account_id`,
      credit: to,
      amount: transfers.amount,
      reason: "reversal",
      nowMs,
    },
    { from: transfers, where: sql`transfers.id = ${`payment:${payment.id}:${part}`} AND ${isUndone(payment)}` },
  ]);

/** The bank sent it back after its stake was resold, so it should not have been taken off the price. */
export function creditSoldOn(db: Database, { withdrawalId, nowMs }: { withdrawalId: string; nowMs: number }) {
  const credited = sql`(SELECT coalesce(sum(amount), 0) FROM transfers JOIN withdrawals AS others ON refers_to = 'withdrawal:' || others.id
    WHERE others.stake_id = offers.stake_id AND reason = 'restored')`;
  const dueCents = sql<number>`(offers.advanced_cents - ${credited}
    - min(offers.price_cents - offers.fee_cents, ${advancedOn(sql`offers.stake_id`)}))`;
  return transferEach(
    db,
    {
      refersTo: sql<string>`'withdrawal:' || withdrawals.id`,
      name: "freed",
      debit: house.returns,
      credit: walletIn(sql`withdrawals.user_id`),
      amount: dueCents,
      reason: sql<"restored">`'restored'`,
      nowMs,
    },
    sql`FROM withdrawals JOIN offers ON offers.stake_id = withdrawals.stake_id AND offers.state = 'sold'
      WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = 'returned' AND ${dueCents} > 0`,
  );
}
