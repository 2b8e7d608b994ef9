import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { transfers } from "~/db/schema/ledger";
import type { UsdAccount } from "~/core/ledger/accounts";
import { transferAll } from "~/core/ledger/transfer";
import type { Payment } from "~/db/schema/payments";
import { SALE_PARTS } from "./inside/apply-offer";

/** What a stake that goes back to its seller gets as a certificate, chosen before writing. */
export type NewCertificate = { certificateId: string; certificateCode: string };

/** True once the sale that a payment paid for is undone. */
export const isUndone = ({
  id,
}: Payment): SQL => sql`EXISTS (SELECT 1 FROM offers JOIN stakes AS bought ON bought.id = offers.new_stake_id
  WHERE bought.payment_id = ${id} AND offers.state = 'undone')`;

/**
 * The buyer's money went back while the proceeds are on hold: the seller has the stake again, with a new certificate, and nobody has sold
 * anything. Afterwards, or once the cask has ended or the seller's own payment is not good any more, the stake is the house's.
 * @param reversed true once this batch takes the payment back and has frozen the stake
 */
export function undoSale(db: Database, payment: Payment, reversed: SQL, fresh: NewCertificate, nowMs: number) {
  if (payment.offerId === null) return [];
  const undone = sql`(SELECT id FROM offers WHERE offers.id = ${payment.offerId} AND offers.state = 'undone' AND undone_at_ms = ${nowMs})`;
  const seller = sql`(SELECT stake_id FROM offers WHERE offers.id = ${undone})`;
  const { certificateId, certificateCode } = fresh;
  return [
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
      WHERE id = ${seller} AND state = 'active' ON CONFLICT DO NOTHING`),
  ];
}

/** Each part of the sale goes back to where the money is now. @param to away from the provider, or owed to the buyer */
export function saleTakenBack(db: Database, payment: Payment, to: UsdAccount, nowMs: number) {
  if (payment.offerId === null) return [];
  const refersTo = `payment:${payment.id}` as const;
  return [
    transferAll(
      db,
      SALE_PARTS.map((part) => [
        {
          ...{ refersTo, name: `${part}-reversal`, debit: sql<UsdAccount>`credit_account_id`, credit: to },
          ...{ amount: transfers.amount, currency: "USD", reason: "reversal", nowMs },
        },
        { from: transfers, where: sql`transfers.id = ${`${refersTo}:${part}`} AND ${isUndone(payment)}` },
      ]),
    ),
  ];
}
