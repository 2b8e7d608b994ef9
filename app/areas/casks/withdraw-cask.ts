import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, type Work, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import {
  caskStateNow,
  type CaskStateNow,
  type ChangeCaskState,
  type CaskStateOutcome,
  recordCaskState,
  stateOutcome,
} from "./cask-state";

/**
 * Takes a cask off the offer while nothing of it is sold or reserved; holds that have run out do not count. From then on it is for
 * operators' eyes only, and may be changed and published again. One round trip.
 */
export async function withdrawCask(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  change: ChangeCaskState,
): Promise<CaskStateOutcome<"has-ended" | "stakes-sold" | "stakes-reserved">> {
  const { result: now } = await session.write((operator) => withdraw(db, operator, change));
  const outcome = stateOutcome(now, { ...change, wanted: "withdrawn" });
  if (outcome.ok || outcome.code !== "not-allowed" || !now) return outcome;
  if (now.endedOn !== null) return { ok: false, code: "has-ended" };
  if (now.soldStakes > 0) return { ok: false, code: "stakes-sold" };
  return now.reservedStakes > 0 ? { ok: false, code: "stakes-reserved" } : outcome;
}

function withdraw(
  db: Database,
  operator: OperatorAccess,
  { caskId, version }: ChangeCaskState,
): Work<CaskStateNow | undefined> {
  const { nowMs } = operator;
  const allowed = sql`casks.id = ${caskId} AND casks.version = ${version} AND casks.state = 'published' AND casks.ended_on IS NULL
    AND casks.sold_stakes + casks.reserved_stakes = 0`;
  const statements = [
    db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
      WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND cask_id = ${caskId}`),
    recordCaskState(db, { caskId, version, action: "cask-withdrawn", operator, allowed }),
    db.run(sql`UPDATE casks SET state = 'withdrawn', version = version + 1 WHERE ${allowed}`),
  ];
  return writeThenRead(statements, row(caskStateNow(db, caskId)));
}
