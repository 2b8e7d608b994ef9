import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, type Work, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { setting } from "~/core/settings/setting";
import {
  caskStateNow,
  type CaskStateNow,
  type ChangeCaskState,
  type CaskStateOutcome,
  recordCaskState,
  stateOutcome,
} from "./cask-state";

/**
 * Puts a draft or a withdrawn cask on offer, as the operator saw it. Its price becomes the first valuation, and is fixed from then
 * on. Refused after its close date, which nobody could buy on, and unless its warehouse's keeper has confirmed it as the settings ask. Repeating it has no further effect. One round trip.
 */
export async function publishCask(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  change: ChangeCaskState,
): Promise<CaskStateOutcome<"closes-in-the-past" | "not-confirmed">> {
  const { nowMs, result: now } = await session.write((operator) => publish(db, operator, change));
  const outcome = stateOutcome(now, { ...change, wanted: "published" });
  if (outcome.ok || outcome.code !== "not-allowed" || !now || now.endedOn !== null) return outcome;
  return { ok: false, code: now.closesOn < dateOf(nowMs) ? "closes-in-the-past" : "not-confirmed" };
}

function publish(
  db: Database,
  operator: OperatorAccess,
  { caskId, version }: ChangeCaskState,
): Work<CaskStateNow | undefined> {
  const { nowMs } = operator;
  const within = setting("casks_confirmed_within_days", 0);
  const today = dateOf(nowMs);
  const isConfirmed = sql`(${within} = 0 OR (casks.absent_on IS NULL AND casks.confirmed_on >= date(${today}, '-' || ${within} || ' days')))`;
  const allowed = sql`casks.id = ${caskId} AND casks.version = ${version} AND casks.state IN ('draft', 'withdrawn') AND casks.ended_on IS NULL
    AND casks.closes_on >= ${today} AND ${isConfirmed}`;
  const statements = [
    recordCaskState(db, { caskId, version, action: "cask-published", operator, allowed }),
    db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      SELECT ${`issue:${caskId}`}, id, launches_on, cost_per_stake_cents, 'issue', 'issue price', 'price list', ${nowMs}
      FROM casks WHERE ${allowed} ON CONFLICT DO NOTHING`),
    db.run(sql`UPDATE casks SET state = 'published', version = version + 1 WHERE ${allowed}`),
  ];
  return writeThenRead(statements, row(caskStateNow(db, caskId)));
}
