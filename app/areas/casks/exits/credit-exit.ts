import { sql, type SQL } from "drizzle-orm";
import { advancedOn, creditLess, reasonOf } from "~/core/ledger/advances";
import type { Deps } from "~/core/deps";
import { house, walletIn } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer, transferEach } from "~/core/ledger/transfer";
import { notify } from "~/core/outbox/enqueue";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/market";
import { stakes } from "~/db/schema/stakes";
import { mapWork, row, runWork, type Work, writeThenRead } from "~/db/work";

/**
 * Once every active stake is credited, the house gets the part of stakes that nobody holds and what rounding leaves.
 * @returns false if a holder must be credited first: a dispute was won since the last batch
 */
function finishExit(db: Database, exitId: string, nowMs: number): Work<boolean> {
  const ofCask = sql`stakes.cask_id = (SELECT cask_id FROM cask_exits WHERE id = ${exitId}) AND stakes.state <> 'ended'`;
  const noneActive = sql`NOT EXISTS (SELECT 1 FROM stakes WHERE ${ofCask} AND stakes.state = 'active')`;
  // Only this batch's end: a part that was decided later must not be booked again.
  const nowDone = sql`id = ${exitId} AND state = 'done' AND ended_at_ms = ${nowMs}`;
  const ownStakes = sql<number>`(cask_exits.stakes - (SELECT count(*) FROM stakes WHERE stakes.exit_id = cask_exits.id)
    - (SELECT count(*) FROM stakes WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state <> 'ended'))`;
  const ofExit = { refersTo: `exit:${exitId}`, debit: house.caskProceeds, nowMs } as const;
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

const A_MINUTE_MS = 60_000;

/**
 * A stake that was frozen when its cask was shared out, and whose dispute has ended: won, it is credited like the others; lost, its part
 * is the house's.
 */
async function decideStake(
  { db, nowMs: clock }: Deps,
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
  if (now?.exit === "confirmed") return { againAtMs: nowMs + A_MINUTE_MS };
  return now?.stake ?? "unknown-stake";
}

/** Stakes of one D1 batch, far below the time it may take; and batches of one run, far below the lease of its outbox row. */
const STAKES_AT_ONCE = 500;
const BATCHES_A_RUN = 20;

type Progress = { state: string | null; left: number };

/**
 * Credits every holder, batch after batch; what is left is the house's. A run after a crash continues where it stopped. The part of a
 * frozen stake is set aside until its dispute has ended.
 * @param subjectId 'EXIT', or 'EXIT:STAKE:TIME' for a stake that had to wait
 */
export async function creditExit(
  deps: Deps,
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

type Credit = { exitId: string; during: "confirmed" | "done"; which: SQL; nowMs: number };

/**
 * Each stake's part, less what was advanced, goes to its holder's wallet, and the stake ends. The ids are derived from exit and stake, so
 * each is credited once, however often this runs.
 */
function creditStakes(db: Database, { exitId, during, which, nowMs }: Credit) {
  // Two conditions on the state: by the second SQLite finds the index of standing stakes.
  const chosen = sql`SELECT stakes.id, stakes.user_id, ${advancedOn(sql`stakes.id`)} AS advanced FROM stakes
    WHERE stakes.cask_id = (SELECT cask_id FROM cask_exits WHERE id = ${exitId}) AND stakes.state = 'active' AND stakes.state <> 'ended' ${which}`;
  const creditCents = creditLess(sql`chosen.advanced`);
  const takenOffCents = sql<number>`min(exits.net_per_stake_cents, chosen.advanced)`;
  const refersTo = sql<string>`'stake:' || chosen.id`;
  const each = (cents: SQL) => sql`FROM (${chosen}) AS chosen JOIN cask_exits AS exits ON exits.id = ${exitId}
    WHERE exits.state = ${during} AND ${cents} > 0`;
  return [
    transferEach(
      db,
      {
        refersTo,
        name: exitId,
        debit: house.caskProceeds,
        credit: walletIn(sql`chosen.user_id`),
        amount: creditCents,
        reason: reasonOf,
        nowMs,
      },
      each(creditCents),
    ),
    transferEach(
      db,
      {
        refersTo,
        name: `${exitId}:advance`,
        debit: house.caskProceeds,
        credit: house.returns,
        amount: takenOffCents,
        reason: sql<"exit-advance">`'exit-advance'`,
        nowMs,
      },
      each(takenOffCents),
    ),
    notify(db, "cask-sold", {
      subject: sql`${`${exitId}:`} || chosen.user_id`,
      nowMs,
      many: true,
      of: sql`FROM (${chosen}) AS chosen WHERE EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.id = ${exitId} AND cask_exits.state = ${during})`,
    }),
    db.run(sql`UPDATE stakes SET state = 'ended', state_at_ms = ${nowMs}, exit_id = ${exitId} WHERE id IN (SELECT id FROM (${chosen}))
      AND EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.id = ${exitId} AND cask_exits.state = ${during})`),
  ] as const;
}

const isGone = sql`(payments.state = 'refunded' OR (payments.state = 'refunding' AND payments.reason = 'given-back')
  OR (payments.state = 'disputed' AND payments.reason = 'dispute-lost'))`;

/** The stake's money was refunded for good, so its part is the house's. */
export const isLost = sql`(stakes.state = 'frozen' AND EXISTS (SELECT 1 FROM payments WHERE payments.id = stakes.payment_id
  AND ${isGone}))`;
