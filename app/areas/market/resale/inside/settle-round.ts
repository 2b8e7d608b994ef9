import { sql } from "drizzle-orm";
import { rows, runWork, together, writes } from "~/db/work";
import type { ResaleDeps } from "../resale-deps";
import { endOrders } from "./end-orders";
import { publishResult } from "./round-result";
import { settleFill } from "./settle-fill";
import { resolveLate } from "./tell-late";

/**
 * Publishes the result and settles what is due, a batch a stake, so that a run that is cut off leaves each stake with one owner and the next run goes on. Once nothing
 * is due, all orders end and buyers get back what is left of their money.
 */
export async function settleRound(deps: ResaleDeps, roundId: string): Promise<null> {
  const { db, log } = deps;
  await publishResult(deps, roundId);
  const due = await db.all<{ stakeId: string }>(
    sql`SELECT stake_id AS stakeId FROM resale_fills WHERE round_id = ${roundId} AND state = 'due' ORDER BY stake_id`,
  );
  for (const { stakeId } of due) {
    const outcome = await settleFill(deps, { roundId, stakeId });
    log("resale-fill", { stakeId, outcome });
  }
  const atMs = deps.nowMs();
  const nothingDue = sql`NOT EXISTS (SELECT 1 FROM resale_fills WHERE round_id = ${roundId} AND state = 'due')`;
  const isCleared = sql`EXISTS (SELECT 1 FROM resale_rounds WHERE id = ${roundId} AND state = 'cleared')`;
  const { found } = await runWork(
    db,
    together({
      ended: writes(
        ...endOrders(db, { roundId, which: sql`${isCleared} AND ${nothingDue}`, nowMs: atMs }),
        db.run(
          sql`UPDATE resale_rounds SET state = 'settled', ended_at_ms = ${atMs} WHERE id = ${roundId} AND state = 'cleared' AND ${nothingDue}`,
        ),
        resolveLate(db, roundId, atMs),
      ),
      found: rows(db.all<{ state: string }>(sql`SELECT state FROM resale_rounds WHERE id = ${roundId}`)),
    }),
  );
  log("resale-round", { outcome: roundId, state: found[0]?.state ?? null, count: due.length });
  return null;
}
