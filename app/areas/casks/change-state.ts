import { eq, type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { row, type Work, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";

export type ChangeCaskState = { caskId: string; version: number };

export type CaskStateOutcome<Code extends string> =
  { ok: true } | { ok: false; code: "no-such-cask" | "changed-meanwhile" | "not-allowed" | Code };

export const caskStateNow = (db: Database, caskId: string) =>
  db
    .select({
      state: casks.state,
      version: casks.version,
      soldStakes: casks.soldStakes,
      reservedStakes: casks.reservedStakes,
      closesOn: casks.closesOn,
      endedOn: casks.endedOn,
    })
    .from(casks)
    .where(eq(casks.id, caskId));

export const readCaskState = (db: Database, caskId: string) => row(caskStateNow(db, caskId));

export type CaskStateNow = Awaited<ReturnType<typeof caskStateNow>>[number];

type Made = ChangeCaskState & { action: "cask-published" | "cask-withdrawn"; operator: OperatorAccess; allowed: SQL };

function recordCaskState(db: Database, { caskId, version, action, operator, allowed }: Made) {
  return recordAudit(
    db,
    { id: `${action}:${caskId}:${version}`, by: operator, action, subject: `cask:${caskId}`, detail: "state" },
    { from: casks, where: allowed },
  );
}

type Wanted = ChangeCaskState & { wanted: CaskStateNow["state"] };

function stateOutcome(now: CaskStateNow | undefined, { version, wanted }: Wanted): CaskStateOutcome<never> {
  if (!now) return { ok: false, code: "no-such-cask" };
  if (now.state === wanted) return { ok: true };
  return { ok: false, code: now.version === version ? "not-allowed" : "changed-meanwhile" };
}

/** Puts a draft or a withdrawn cask up for sale. Its price becomes the first valuation and is fixed from then on. */
export async function publishCask(
  { db }: Deps,
  session: OperatorSession,
  change: ChangeCaskState,
): Promise<CaskStateOutcome<"closes-in-the-past">> {
  const { nowMs, result: now } = await session.write((operator) => publish(db, operator, change));
  const outcome = stateOutcome(now, { ...change, wanted: "published" });
  if (outcome.ok || outcome.code !== "not-allowed" || !now || now.endedOn !== null) return outcome;
  return now.closesOn < dateOf(nowMs) ? { ok: false, code: "closes-in-the-past" } : outcome;
}

function publish(
  db: Database,
  operator: OperatorAccess,
  { caskId, version }: ChangeCaskState,
): Work<CaskStateNow | undefined> {
  const today = dateOf(operator.nowMs);
  const allowed = sql`casks.id = ${caskId} AND casks.version = ${version} AND casks.state IN ('draft', 'withdrawn') AND casks.ended_on IS NULL
    AND casks.closes_on >= ${today}`;
  const statements = [
    recordCaskState(db, { caskId, version, action: "cask-published", operator, allowed }),
    db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      SELECT ${`issue:${caskId}`}, id, launches_on, cost_per_stake_cents, 'issue', 'issue price', 'price list', ${operator.nowMs}
      FROM casks WHERE ${allowed} ON CONFLICT DO NOTHING`),
    db.run(sql`UPDATE casks SET state = 'published', version = version + 1 WHERE ${allowed}`),
  ];
  return writeThenRead(statements, row(caskStateNow(db, caskId)));
}

/** Takes a cask off sale while nothing of it is sold or reserved. It may be changed and published again. */
export async function withdrawCask(
  { db }: Deps,
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
