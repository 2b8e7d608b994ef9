import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, runWork, type Work, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { creditStakes } from "./inside/credit-stakes";
import { decideStake } from "./inside/decide-stake";
import { finishExit } from "./inside/finish-exit";

/** Stakes of one D1 batch, far below the time it may take; and batches of one run, far below the lease of its outbox row. */
const STAKES_AT_ONCE = 500;
const BATCHES_A_RUN = 20;

type CreditExitDeps = Pick<Deps, "db" | "nowMs">;
type Progress = { state: string | null; left: number };

/**
 * Shares out what a sold cask brought: every holder is credited, batch after batch; what is left is the house's. After a crash, the next
 * run continues where it stopped. Stakes that are frozen wait, with their part set aside, until their dispute has ended.
 * @param subjectId 'EXIT', or 'EXIT:STAKE:TIME' for a stake that had to wait
 */
export async function creditExit(
  deps: CreditExitDeps,
  subjectId: string,
  { stakesAtOnce = STAKES_AT_ONCE } = {},
): Promise<string | { againAtMs: number }> {
  const { db } = deps;
  const [exitId = "", stakeId] = subjectId.split(":");
  if (stakeId !== undefined) return decideStake(deps, exitId, stakeId);
  for (let batch = 0; batch < BATCHES_A_RUN; batch++) {
    const { state, left } = await runWork(db, creditBatch(db, { exitId, stakesAtOnce, nowMs: deps.nowMs() }));
    if (state !== "confirmed") return state === "done" ? "credited" : "nothing-to-credit";
    if (left === 0 && (await runWork(db, finishExit(db, exitId, deps.nowMs())))) return "credited";
  }
  return { againAtMs: deps.nowMs() };
}

type Batch = { exitId: string; stakesAtOnce: number; nowMs: number };

function creditBatch(db: Database, { exitId, stakesAtOnce, nowMs }: Batch): Work<Progress> {
  const which = sql`ORDER BY stakes.number LIMIT ${stakesAtOnce}`;
  const progress = db.all<Progress>(sql`SELECT state, EXISTS (SELECT 1 FROM stakes
      WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state = 'active' AND stakes.state <> 'ended') AS left
    FROM cask_exits WHERE id = ${exitId}`);
  const credited = creditStakes(db, { exitId, during: "confirmed", which, nowMs });
  return mapWork(writeThenRead(credited, row(progress)), (found) => found ?? { state: null, left: 0 });
}
