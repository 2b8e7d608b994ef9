import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/cask-exits";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import { isLost } from "./credit-stakes";

/**
 * Once every active stake is credited: the house gets the part of the stakes that nobody holds, and what rounding leaves. The part of
 * a stake in dispute stays set aside.
 * @returns false if a holder must be credited first: a dispute was won since the last batch
 */
export function finishExit(db: Database, exitId: string, nowMs: number): Work<boolean> {
  const ofCask = sql`stakes.cask_id = (SELECT cask_id FROM cask_exits WHERE id = ${exitId}) AND stakes.state <> 'ended'`;
  const noneActive = sql`NOT EXISTS (SELECT 1 FROM stakes WHERE ${ofCask} AND stakes.state = 'active')`;
  // Of this very batch: a part that was decided later must not be booked again.
  const nowDone = sql`id = ${exitId} AND state = 'done' AND ended_at_ms = ${nowMs}`;
  const ownStakes = sql<number>`(cask_exits.stakes - (SELECT count(*) FROM stakes WHERE stakes.exit_id = cask_exits.id)
    - (SELECT count(*) FROM stakes WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state <> 'ended'))`;
  const ofExit = { refersTo: `exit:${exitId}`, debit: house.caskProceeds, currency: "USD", nowMs } as const;
  const statements = [
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs} WHERE ${ofCask} AND ${isLost}
      AND EXISTS (SELECT 1 FROM cask_exits WHERE id = ${exitId} AND cask_exits.state = 'confirmed') AND ${noneActive}`),
    db.run(sql`UPDATE cask_exits SET state = 'done', ended_at_ms = ${nowMs}
      WHERE id = ${exitId} AND state = 'confirmed' AND ${noneActive}`),
    transfer(
      db,
      {
        ...ofExit,
        name: "own-share",
        credit: house.ownStakes,
        amount: sql<number>`net_per_stake_cents * ${ownStakes}`,
        reason: "exit-own-share",
      },
      { from: caskExits, where: sql`${nowDone} AND net_per_stake_cents * ${ownStakes} > 0` },
    ),
    transfer(
      db,
      {
        ...ofExit,
        name: "rounding",
        credit: house.rounding,
        amount: caskExits.remainderCents,
        reason: "exit-rounding",
      },
      { from: caskExits, where: sql`${nowDone} AND remainder_cents > 0` },
    ),
    recordAudit(
      db,
      { id: `exit:${exitId}:done`, actor: "system", action: "exit-done", subject: `exit:${exitId}`, nowMs },
      { from: caskExits, where: nowDone },
    ),
  ];
  const state = db.all<{ state: string }>(sql`SELECT state FROM cask_exits WHERE id = ${exitId}`);
  return mapWork(writeThenRead(statements, row(state)), (found) => found?.state === "done");
}
