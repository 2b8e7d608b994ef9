import { sql } from "drizzle-orm";
import { rows, runWork, together, writes } from "~/db/work";
import { feeOf } from "~/domain/auction/amounts";
import { matchFills } from "~/domain/auction/match-fills";
import { rootKey } from "~/domain/auction/published-round";
import { utcTime } from "~/domain/instant";
import { advancedOn } from "~/areas/casks/exits/advances";
import type { ResaleDeps } from "../resale-deps";
import { stopRound } from "./close-round";
import { putJson, resultOf } from "./round-result";
import { nameOf, readRound } from "./round-rows";

type OfferedStake = { number: number; stakeId: string };

/**
 * Publishes the root, then computes price and fills from the orders that have it. The whole book is published before it is settled.
 * @throws RangeError if the orders no longer have the published root
 */
export async function clearRound(deps: ResaleDeps, roundId: string): Promise<"cleared" | null> {
  const { db } = deps;
  const { round, orders } = await readRound(db, roundId);
  // Another run may have done it meanwhile, and the rest too: then the orders have ended.
  if (round.state !== "rooted") return round.state === "cleared" ? "cleared" : null;
  if (round.caskEnded) return stopRound(deps, roundId);
  const name = nameOf(round);
  await putJson(deps, rootKey(name), {
    ...name,
    closed_at: utcTime(round.closesAtMs),
    root: round.root ?? "",
    version: 1,
  });
  const published = resultOf(round, orders, deps);
  const offered = await db.all<OfferedStake>(sql`SELECT order_number AS number, stake_id AS stakeId
    FROM resale_orders JOIN resale_offered_stakes ON order_number = number
    WHERE round_id = ${roundId} AND state = 'open' ORDER BY number, position`);
  const { price, volume } = published;
  const fills = matchFills(published).map(({ sell, buy, nth }) => ({
    sell,
    buy,
    stake: offered.filter(({ number }) => number === sell)[nth]?.stakeId,
  }));
  const fee = feeOf(price ?? 0, round.feeBasisPoints);
  const nowMs = deps.nowMs();
  const { found } = await runWork(
    db,
    together({
      cleared: writes(
        db.run(sql`UPDATE resale_rounds SET state = 'cleared', price_cents = ${price}, volume = ${volume}, cleared_at_ms = ${nowMs}
          WHERE id = ${roundId} AND state = 'rooted'`),
        db.run(sql`INSERT INTO resale_fills (round_id, stake_id, sell_number, buy_number, price_cents, fee_cents, advanced_cents, credit_cents)
          SELECT ${roundId}, stake, sell, buy, ${price}, ${fee}, advanced, ${price} - ${fee} - advanced
          FROM (SELECT value ->> 'stake' AS stake, value ->> 'sell' AS sell, value ->> 'buy' AS buy, ${advancedOn(sql`value ->> 'stake'`)} AS advanced
            FROM json_each(${JSON.stringify(fills)}))
          WHERE EXISTS (SELECT 1 FROM resale_rounds WHERE id = ${roundId} AND state = 'cleared' AND cleared_at_ms = ${nowMs})
          ON CONFLICT DO NOTHING`),
      ),
      found: rows(db.all<{ state: string }>(sql`SELECT state FROM resale_rounds WHERE id = ${roundId}`)),
    }),
  );
  return found[0]?.state === "cleared" ? "cleared" : null;
}
