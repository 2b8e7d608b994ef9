import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, runWork, type Statement, together, writes } from "~/db/work";
import { resaleFills } from "~/db/schema/resale";
import { PROCEEDS_WAIT_DAYS } from "~/domain/auction/rounds";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { keepDeadLetter } from "~/core/ledger/dead-letter";
import { transferEach } from "~/core/ledger/transfer-each";
import { freezeIfOwed } from "~/areas/buying/settlement/freeze-for-debt";
import type { ResaleDeps } from "../resale-deps";

const PROCEEDS_WAIT_MS = PROCEEDS_WAIT_DAYS * 86_400_000;

type Fill = { roundId: string; stakeId: string };

/**
 * One stake changes hands, in one batch: the seller's holding ends and its certificate is void, the buyer's begins with a certificate of its
 * own, fee and advances leave what the buyer had set aside. What is the seller's stays aside until the days of waiting are over. What the
 * buyer ordered with money that has gone back since is frozen. A stake that no longer stands is not sold, nobody pays, and operators see
 * it. Again: nothing happens.
 */
export async function settleFill(deps: ResaleDeps, fill: Fill): Promise<string> {
  const { db } = deps;
  const { found } = await runWork(
    db,
    together({
      sold: writes(...changeHands(deps, fill)),
      found: row(
        db.all<{ state: string }>(
          sql`SELECT state FROM resale_fills WHERE round_id = ${fill.roundId} AND stake_id = ${fill.stakeId}`,
        ),
      ),
    }),
  );
  return found?.state ?? "none";
}

function changeHands({ db, newId, newCode, nowMs: clock }: ResaleDeps, { roundId, stakeId }: Fill): Statement[] {
  const nowMs = clock();
  const [newStakeId, certificateId] = [newId("stk"), newId("crt")];
  const due = sql`resale_fills.round_id = ${roundId} AND resale_fills.stake_id = ${stakeId} AND resale_fills.state = 'due'`;
  const stands = sql`EXISTS (SELECT 1 FROM stakes JOIN casks ON casks.id = stakes.cask_id
    WHERE stakes.id = ${stakeId} AND stakes.state = 'active' AND casks.ended_on IS NULL)`;
  const soldNow = sql`EXISTS (SELECT 1 FROM stakes WHERE id = ${newStakeId})`;
  return [
    db.run(sql`UPDATE resale_fills SET state = 'failed' WHERE ${due} AND NOT ${stands}`),
    keepDeadLetter(
      db,
      {
        ...{ id: `resale-fill:${stakeId}:${roundId}`, origin: "resale", body: { roundId, stakeId } },
        ...{ error: "stake-no-longer-stands", nowMs },
      },
      "stays",
      { from: resaleFills, where: sql`round_id = ${roundId} AND stake_id = ${stakeId} AND state = 'failed'` },
    ),
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, resold_at_ms = ${nowMs}
      WHERE id = ${stakeId} AND ${stands} AND EXISTS (SELECT 1 FROM resale_fills WHERE ${due})`),
    db.run(sql`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms, holder_number, sale_number)
      SELECT ${newStakeId}, sold.cask_id, sold.number, buying.user_id, sold.payment_id, resale_fills.price_cents, ${nowMs}, sold.holder_number + 1,
        sold.sale_number
      FROM resale_fills JOIN stakes AS sold ON sold.id = resale_fills.stake_id JOIN resale_orders AS buying ON buying.number = buy_number
      WHERE ${due} AND sold.resold_at_ms = ${nowMs}`),
    db.run(
      sql`UPDATE certificates SET state = 'void', voided_at_ms = ${nowMs} WHERE stake_id = ${stakeId} AND state <> 'void' AND ${soldNow}`,
    ),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, id, ${newCode()}, ${`certificates/${certificateId}.pdf`}, ${nowMs} FROM stakes WHERE id = ${newStakeId}`),
    ...takenOff(db, sql`${due} AND ${soldNow}`, nowMs),
    db.run(sql`UPDATE resale_fills SET state = 'settled', new_stake_id = ${newStakeId}, settled_at_ms = ${nowMs},
      payable_from_ms = ${nowMs + PROCEEDS_WAIT_MS} WHERE ${due} AND ${soldNow}`),
    ...freezeIfOwed(db, newStakeId, nowMs),
    recordAudit(
      db,
      {
        ...{ id: `stake-resold:${stakeId}`, actor: "system", action: "stake-resold", subject: `stake:${stakeId}` },
        ...{ detail: newStakeId, nowMs },
      },
      { where: soldNow },
    ),
  ];
}

/** The fee of both sides, and the returns advanced on the stake: out of what the buyer had set aside. @param which fills, in SQL */
function takenOff(db: Database, which: SQL, nowMs: number): Statement[] {
  const ofStake = { refersTo: sql<string>`'stake:' || resale_fills.stake_id`, debit: house.resale, nowMs };
  const fee = sql<number>`(2 * resale_fills.fee_cents)`;
  const advanced = sql<number>`resale_fills.advanced_cents`;
  return [
    transferEach(
      db,
      {
        ...ofStake,
        name: "resale-fee",
        credit: house.resaleFees,
        amount: fee,
        reason: sql<"resale-fee">`'resale-fee'`,
      },
      sql`FROM resale_fills WHERE ${which} AND ${fee} > 0`,
    ),
    transferEach(
      db,
      {
        ...{ ...ofStake, name: "resale-advance", credit: house.returns, amount: advanced },
        reason: sql<"resale-advance">`'resale-advance'`,
      },
      sql`FROM resale_fills WHERE ${which} AND ${advanced} > 0`,
    ),
  ];
}
