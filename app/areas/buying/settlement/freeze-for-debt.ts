import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Payment } from "~/areas/buying/started-payment";
import { debtLetterId, debtTransferId } from "~/core/ledger/top-up-debt";
import { paymentTransferId } from "~/core/ledger/transfer";

// What an investor bought in the market with a top-up that went back is frozen at theirs, and so is what their open orders buy afterwards.
// Their sellers keep the money, and what was bought from us, or ordered before the top-up was paid in, is left alone. The operator's letter
// about the debt lists what was frozen for it, which is how a dispute that is won finds it again.

/** The stakes that are frozen for a debt, as an array of JSON: the newest first, whole ones, until their prices cover it. */
export const stakesToFreeze = ({ id, userId }: Payment, debtCents: SQL): SQL<string> =>
  sql<string>`(SELECT json_group_array(id) FROM (SELECT stakes.id, coalesce(sum(stakes.price_cents) OVER (
      ORDER BY stakes.purchased_at_ms DESC, stakes.rowid DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer_cents
    FROM stakes JOIN resale_fills AS fills ON fills.new_stake_id = stakes.id JOIN resale_orders AS buying ON buying.number = fills.buy_number
    WHERE stakes.user_id = ${userId} AND stakes.holder_number > 1 AND stakes.state = 'active'
      AND buying.created_at_ms >= (SELECT created_at_ms FROM transfers WHERE transfers.id = ${paymentTransferId(sql`${id}`, "applied")}))
    WHERE newer_cents < ${debtCents})`;

const listedIn = (letterId: string): SQL =>
  sql`(SELECT listed.value FROM dead_letters, json_each(dead_letters.body, '$.stakes') AS listed WHERE dead_letters.id = ${letterId})`;

/** Those that the letter lists. A later event about the same reversal finds them frozen. */
export function freezeListed(db: Database, letterId: string, reversed: SQL, nowMs: number) {
  return [
    db.run(sql`UPDATE stakes SET state = 'frozen', state_at_ms = ${nowMs}
      WHERE id IN ${listedIn(letterId)} AND state = 'active' AND ${reversed}`),
    db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs}
      WHERE state <> 'void' AND stake_id IN (SELECT id FROM stakes WHERE id IN ${listedIn(letterId)} AND state = 'frozen') AND ${reversed}`),
  ];
}

/** The first letter about a debt of the buyer that the stake just bought was ordered with, and that what it lists does not cover yet. */
const letterFor = (stakeId: string): SQL<string> => sql<string>`(SELECT letters.id FROM stakes AS bought
    JOIN resale_fills AS fills ON fills.new_stake_id = bought.id JOIN resale_orders AS buying ON buying.number = fills.buy_number
    JOIN payments ON payments.user_id = bought.user_id AND payments.purpose = 'top-up' AND payments.state <> 'settled'
    JOIN transfers AS owed ON owed.id = ${debtTransferId}
    JOIN dead_letters AS letters ON letters.id = ${debtLetterId}
  WHERE bought.id = ${stakeId} AND buying.created_at_ms >= (SELECT created_at_ms FROM transfers WHERE transfers.id = ${paymentTransferId(sql`payments.id`, "applied")})
    AND owed.amount > (SELECT coalesce(sum(stakes.price_cents), 0) FROM json_each(letters.body, '$.stakes') AS listed JOIN stakes ON stakes.id = listed.value)
  ORDER BY payments.created_at_ms, payments.id LIMIT 1)`;

/** Belongs into the batch in which a fill is settled: freezes what it bought, and lists it, if its money has gone back since the order. */
export function freezeIfOwed(db: Database, stakeId: string, nowMs: number) {
  const frozen = sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.id = ${stakeId} AND stakes.state = 'frozen')`;
  return [
    db.run(
      sql`UPDATE stakes SET state = 'frozen', state_at_ms = ${nowMs} WHERE id = ${stakeId} AND ${letterFor(stakeId)} IS NOT NULL`,
    ),
    db.run(
      sql`UPDATE dead_letters SET body = json_insert(body, '$.stakes[#]', ${stakeId}) WHERE id = ${letterFor(stakeId)} AND ${frozen}`,
    ),
    db.run(
      sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs} WHERE stake_id = ${stakeId} AND ${frozen}`,
    ),
  ];
}

/** A stake that is to stand again, and what its new certificate is called. */
export type Thawed = { stakeId: string; certificateId: string; code: string };

export async function frozenFor(db: Database, letterId: string): Promise<string[]> {
  const listed = await db.all<{ stakeId: string }>(
    sql`SELECT id AS stakeId FROM stakes WHERE id IN ${listedIn(letterId)}`,
  );
  return listed.map(({ stakeId }) => stakeId);
}

/** @param disputed the payment is in dispute still; a later statement of the same batch ends that, so that this happens once */
export function thaw(db: Database, thawed: readonly Thawed[], disputed: SQL, nowMs: number) {
  return thawed.flatMap(({ stakeId, certificateId, code }) => [
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, stakes.id, ${code}, ${`certificates/${certificateId}.pdf`}, ${nowMs}
      FROM stakes WHERE id = ${stakeId} AND state = 'frozen' AND ${disputed}
        AND NOT EXISTS (SELECT 1 FROM certificates AS kept WHERE kept.stake_id = stakes.id AND kept.withheld = 1) ON CONFLICT DO NOTHING`),
    db.run(
      sql`UPDATE stakes SET state = 'active', state_at_ms = ${nowMs} WHERE id = ${stakeId} AND state = 'frozen' AND ${disputed}`,
    ),
  ]);
}
