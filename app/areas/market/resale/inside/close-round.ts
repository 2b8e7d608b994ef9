import { sql } from "drizzle-orm";
import { rows, runWork, together, writes } from "~/db/work";
import { rootOf } from "~/domain/auction/published-round";
import { isCounted } from "~/areas/casks/counted-valuations";
import type { ResaleDeps } from "../resale-deps";
import { endOrders } from "./end-orders";
import { readRound } from "./round-rows";
import { resolveLate } from "./tell-late";

/**
 * Fixes which orders count, by the root of their receipts, and the valuation they are held against; nothing is computed yet. A round whose
 * cask has ended is stopped instead, and its orders end. Orders of suspended accounts end first: they take no part.
 * @returns the next step; null: there is none, or an order was placed at the last moment and the next run closes it
 */
export async function closeRound(deps: ResaleDeps, roundId: string): Promise<"rooted" | null> {
  const { db, sha256 } = deps;
  const nowMs = deps.nowMs();
  const isOver = sql`EXISTS (SELECT 1 FROM resale_rounds WHERE id = ${roundId} AND state = 'open' AND closes_at_ms <= ${nowMs})`;
  const leftOut = endOrders(db, { roundId, which: sql`${isOver} AND ${ofSuspended}`, nowMs, as: "left-out" });
  const { round, orders } = await readRound(db, roundId, leftOut);
  if (round.caskEnded) return stopRound(deps, roundId);
  const latest = sql`(SELECT value_cents FROM valuations WHERE cask_id = ${round.caskId} AND ${isCounted}
    AND valued_on <= date(${round.closesAtMs} / 1000, 'unixepoch') ORDER BY valued_on DESC, created_at_ms DESC, id DESC LIMIT 1)`;
  const standing = sql`(SELECT count(*) || ':' || coalesce(max(number), 0) FROM resale_orders WHERE round_id = ${roundId} AND state = 'open')`;
  const seen = `${orders.length}:${orders.at(-1)?.number ?? 0}`;
  const { found } = await runWork(
    db,
    together({
      rooted: writes(
        db.run(sql`UPDATE resale_rounds SET state = 'rooted', root = ${rootOf(orders, sha256)}, reference_cents = ${latest}, rooted_at_ms = ${nowMs}
          WHERE id = ${roundId} AND state = 'open' AND closes_at_ms <= ${nowMs} AND ${standing} = ${seen}
            AND NOT EXISTS (SELECT 1 FROM casks WHERE casks.id = cask_id AND ended_on IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM resale_orders WHERE round_id = ${roundId} AND resale_orders.state = 'open' AND ${ofSuspended})`),
      ),
      found: rows(db.all<{ state: string }>(sql`SELECT state FROM resale_rounds WHERE id = ${roundId}`)),
    }),
  );
  return found[0]?.state === "rooted" ? "rooted" : null;
}

/** Of an order: its owner's account is suspended. */
const ofSuspended = sql`EXISTS (SELECT 1 FROM users WHERE users.id = resale_orders.user_id AND users.suspended_at_ms IS NOT NULL)`;

/** Everybody gets back what their order held. */
export async function stopRound({ db, nowMs, log }: ResaleDeps, roundId: string): Promise<null> {
  const stopped = sql`EXISTS (SELECT 1 FROM resale_rounds WHERE id = ${roundId} AND state = 'stopped')`;
  const atMs = nowMs();
  await runWork(
    db,
    writes(
      db.run(sql`UPDATE resale_rounds SET state = 'stopped', ended_at_ms = ${atMs} WHERE id = ${roundId} AND state IN ('open', 'rooted')
        AND EXISTS (SELECT 1 FROM casks WHERE casks.id = cask_id AND ended_on IS NOT NULL)`),
      ...endOrders(db, { roundId, which: stopped, nowMs: atMs, carryEnd: "cask-ending" }),
      resolveLate(db, roundId, atMs),
    ),
  );
  log("resale-round-stopped", { outcome: roundId });
  return null;
}
