import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, type Work, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { missingEvidence } from "./asked-evidence";
import {
  caskStateNow,
  type CaskStateNow,
  type ChangeCaskState,
  type CaskStateOutcome,
  recordCaskState,
  stateOutcome,
} from "./cask-state";

export type PublishCask = ChangeCaskState & {
  /** Evidence that is missing, as the operator saw it, and why the cask is published all the same; investors read the reason. */
  without?: { missing: string; reason: string } | null;
};

/**
 * Puts a draft or a withdrawn cask on offer, as the operator saw it. Its price becomes the first valuation, and is fixed from then
 * on. Refused after its close date, which nobody could buy on, and while evidence is missing that the settings ask
 * for, unless a reason is given. A sale that was stopped before the cask was withdrawn is on again. Repeating it has no further effect.
 * One round trip.
 */
export async function publishCask(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  change: PublishCask,
): Promise<CaskStateOutcome<"closes-in-the-past" | "evidence-missing">> {
  const { nowMs, result: now } = await session.write((operator) => publish(db, operator, change));
  const outcome = stateOutcome(now, { ...change, wanted: "published" });
  if (outcome.ok || outcome.code !== "not-allowed" || !now || now.endedOn !== null) return outcome;
  if (now.closesOn < dateOf(nowMs)) return { ok: false, code: "closes-in-the-past" };
  return { ok: false, code: "evidence-missing" };
}

function publish(
  db: Database,
  operator: OperatorAccess,
  { caskId, version, without }: PublishCask,
): Work<CaskStateNow | undefined> {
  const today = dateOf(operator.nowMs);
  const missing = missingEvidence(today);
  const allowed = sql`casks.id = ${caskId} AND casks.version = ${version} AND casks.state IN ('draft', 'withdrawn') AND casks.ended_on IS NULL
    AND casks.closes_on >= ${today} AND ${missing} = ${without?.missing ?? ""}`;
  const statements = [
    recordCaskState(db, { caskId, version, action: "cask-published", operator, allowed }),
    db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      SELECT ${`issue:${caskId}`}, id, launches_on, cost_per_stake_cents, 'issue', 'issue price', 'price list', ${operator.nowMs}
      FROM casks WHERE ${allowed} ON CONFLICT DO NOTHING`),
    db.run(sql`UPDATE casks SET state = 'published', version = version + 1, published_without = ${without?.missing ?? null},
      published_because = ${without?.reason ?? null}, sales_stopped_at_ms = NULL WHERE ${allowed}`),
  ];
  return writeThenRead(statements, row(caskStateNow(db, caskId, missing)));
}
