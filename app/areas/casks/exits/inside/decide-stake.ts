import { sql } from "drizzle-orm";
import { stakes } from "~/db/schema/stakes";
import { row, runWork, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { house } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import { creditStakes, isLost } from "./credit-stakes";

const A_MINUTE_MS = 60_000;

/**
 * A stake that was frozen when its cask was shared out, and whose dispute has ended: if restored, it is credited like the others; if lost,
 * its part is the house's. While it is in dispute again nothing happens, and the next end of it comes here again.
 */
export async function decideStake(
  { db, nowMs: clock }: Pick<Deps, "db" | "nowMs">,
  exitId: string,
  stakeId: string,
): Promise<string | { againAtMs: number }> {
  const nowMs = clock();
  const isDone = sql`EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.id = ${exitId} AND cask_exits.state = 'done'
    AND cask_exits.cask_id = stakes.cask_id)`;
  const netPerStake = sql<number>`(SELECT net_per_stake_cents FROM cask_exits WHERE cask_exits.id = ${exitId})`;
  const isTheHouses = sql`stakes.id = ${stakeId} AND ${isLost} AND ${isDone}`;
  const statements = [
    ...creditStakes(db, { exitId, during: "done", which: sql`AND stakes.id = ${stakeId}`, nowMs }),
    transfer(
      db,
      {
        refersTo: `stake:${stakeId}`,
        name: `${exitId}:own`,
        debit: house.caskProceeds,
        credit: house.ownStakes,
        amount: netPerStake,
        currency: "USD",
        reason: "exit-own-share",
        nowMs,
      },
      { from: stakes, where: sql`${isTheHouses} AND ${netPerStake} > 0` },
    ),
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs} WHERE ${isTheHouses}`),
  ];
  const found = db.all<{ exit: string; stake: string }>(sql`SELECT cask_exits.state AS exit, stakes.state AS stake
    FROM cask_exits JOIN stakes ON stakes.id = ${stakeId} WHERE cask_exits.id = ${exitId}`);
  const now = await runWork(db, writeThenRead(statements, row(found)));
  // The others come first; they take this one with them if they can.
  if (now?.exit === "confirmed") return { againAtMs: nowMs + A_MINUTE_MS };
  return now?.stake ?? "unknown-stake";
}
