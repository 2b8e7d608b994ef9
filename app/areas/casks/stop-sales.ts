import { sql } from "drizzle-orm";
import { row, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { OperatorSession } from "~/core/session/guarded";
import { caskStateNow, type ChangeCaskState, type CaskStateOutcome, recordCaskState } from "./cask-state";

export type StopOutcome = CaskStateOutcome<"not-on-offer" | "has-ended">;

type Change = ChangeCaskState & { isStopped: boolean };

/**
 * Stops the sale of a published cask, or lets it go on. Nothing is held for anybody new while it is stopped, and payments under way are
 * not touched. A sale that is as wanted already is so, whoever did it. One round trip.
 */
export async function stopSales(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  { caskId, version, isStopped }: Change,
): Promise<StopOutcome> {
  const { result: now } = await session.write((operator) => {
    const allowed = sql`casks.id = ${caskId} AND casks.version = ${version} AND casks.state = 'published' AND casks.ended_on IS NULL
      AND (casks.sales_stopped_at_ms IS NOT NULL) <> ${isStopped ? 1 : 0}`;
    const action = isStopped ? "sales-stopped" : "sales-resumed";
    const statements = [
      recordCaskState(db, { caskId, version, action, operator, allowed }),
      db.run(
        sql`UPDATE casks SET sales_stopped_at_ms = ${isStopped ? operator.nowMs : null}, version = version + 1 WHERE ${allowed}`,
      ),
    ];
    return writeThenRead(statements, row(caskStateNow(db, caskId)));
  });
  if (!now) return { ok: false, code: "no-such-cask" };
  if ((now.salesStoppedAtMs !== null) === isStopped) return { ok: true };
  if (now.endedOn !== null) return { ok: false, code: "has-ended" };
  if (now.state !== "published") return { ok: false, code: "not-on-offer" };
  return { ok: false, code: now.version === version ? "not-allowed" : "changed-meanwhile" };
}
