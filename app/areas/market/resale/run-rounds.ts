import { sql } from "drizzle-orm";
import { carryOrders } from "./inside/carry-orders";
import { clearRound } from "./inside/clear-round";
import { closeRound } from "./inside/close-round";
import { paySellers } from "./inside/pay-sellers";
import { settleRound } from "./inside/settle-round";
import { LATE_MS, tellLate } from "./inside/tell-late";
import type { ResaleDeps } from "./resale-deps";

type RoundUnderWay = { id: string; state: "open" | "rooted" | "cleared"; closesAtMs: number };

/** A round has a few steps; a step that finds nothing to do leaves the state as it is. */
const STEPS = { open: closeRound, rooted: clearRound, cleared: settleRound } as const;
/** Rounds of one run: the next run goes on. */
const MOST = 20;

/**
 * Takes each round that has closed through its steps, one after the other: the root of its orders is published, then price and fills, then
 * what changes hands is settled. Each step is one batch or one batch a stake, and begins again where it was cut off. Then the sellers whose
 * days of waiting are over are paid, and what earlier rounds left of orders that carry over is placed again. What fails keeps nothing else
 * from being done. @throws the first of what failed
 */
export async function runRounds(deps: ResaleDeps): Promise<void> {
  const failed: unknown[] = [];
  const tryEach = async (run: () => Promise<unknown>) => {
    await run().catch((error: unknown) => failed.push(error));
  };
  const rounds = await deps.db.all<RoundUnderWay>(sql`SELECT id, state, closes_at_ms AS closesAtMs FROM resale_rounds
    WHERE state NOT IN ('settled', 'stopped') AND closes_at_ms <= ${deps.nowMs()} ORDER BY closes_at_ms, id LIMIT ${MOST}`);
  for (const round of rounds) {
    await tryEach(async () => {
      let state: RoundUnderWay["state"] | null = round.state;
      while (state) state = await STEPS[state](deps, round.id);
    });
    if (deps.nowMs() - round.closesAtMs >= LATE_MS) await tryEach(() => tellLate(deps, round.id));
  }
  await tryEach(() => paySellers(deps));
  await tryEach(() => carryOrders(deps, tryEach));
  if (failed.length > 0) throw failed[0];
}
