import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { row } from "~/db/work";
import type { OperatorAccess } from "~/core/session/guarded";

export type ChangeCaskState = {
  caskId: string;
  /** The version that the page showed. */
  version: number;
};

/** @typeParam Code what else stands in the way of this change */
export type CaskStateOutcome<Code extends string> =
  { ok: true } | { ok: false; code: "no-such-cask" | "changed-meanwhile" | "not-allowed" | Code };

/** @param missing of the evidence that is asked for, where it matters */
export const caskStateNow = (db: Database, caskId: string, missing: SQL<string> = sql<string>`''`) =>
  db
    .select({
      state: casks.state,
      version: casks.version,
      soldStakes: casks.soldStakes,
      reservedStakes: casks.reservedStakes,
      closesOn: casks.closesOn,
      endedOn: casks.endedOn,
      missing: missing.as("missing_evidence"),
      salesStoppedAtMs: casks.salesStoppedAtMs,
    })
    .from(casks)
    .where(eq(casks.id, caskId));

/** Of one cask, whatever its evidence. */
export const readCaskState = (db: Database, caskId: string) => row(caskStateNow(db, caskId));

export type CaskStateNow = Awaited<ReturnType<typeof caskStateNow>>[number];

type Made = ChangeCaskState & {
  action: "cask-published" | "cask-withdrawn" | "sales-stopped" | "sales-resumed";
  operator: OperatorAccess;
  allowed: SQL;
};

/** The statement that keeps who changed the state; it must run while the change is still allowed. */
export function recordCaskState(db: Database, { caskId, version, action, operator, allowed }: Made) {
  return recordAudit(
    db,
    {
      id: `${action}:${caskId}:${version}`,
      actor: byOperator(operator.userId),
      action,
      subject: `cask:${caskId}`,
      detail: "state",
      nowMs: operator.nowMs,
    },
    { from: casks, where: allowed },
  );
}

type Wanted = ChangeCaskState & { wanted: CaskStateNow["state"] };

/** A cask already in the wanted state is as the operator wants it, no matter who put it there. */
export function stateOutcome(now: CaskStateNow | undefined, { version, wanted }: Wanted): CaskStateOutcome<never> {
  if (!now) return { ok: false, code: "no-such-cask" };
  if (now.state === wanted) return { ok: true };
  return { ok: false, code: now.version === version ? "not-allowed" : "changed-meanwhile" };
}
