import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/cask-exits";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorSession } from "~/core/session/guarded";

export type WithdrawExitOutcome =
  { ok: true } | { ok: false; code: "no-such-exit" | "decided-otherwise" | "not-allowed" };

/** Takes a proposal back before it is confirmed; any operator may. Withdrawing twice has no further effect. One round trip. */
export async function withdrawExit(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  { exitId }: { exitId: string },
): Promise<WithdrawExitOutcome> {
  const { result } = await session.write(({ userId, nowMs }) => {
    const subject = `exit:${exitId}`;
    const isWithdrawn = sql`id = ${exitId} AND state = 'withdrawn' AND withdrawn_by = ${userId}`;
    const statements = [
      db.run(sql`UPDATE cask_exits SET state = 'withdrawn', withdrawn_by = ${userId}, ended_at_ms = ${nowMs}
        WHERE id = ${exitId} AND state = 'proposed'`),
      recordAudit(
        db,
        { id: `${subject}:withdrawn`, actor: byOperator(userId), action: "exit-withdrawn", subject, nowMs },
        { from: caskExits, where: isWithdrawn },
      ),
    ];
    return writeThenRead(
      statements,
      row(db.select({ state: caskExits.state }).from(caskExits).where(eq(caskExits.id, exitId))),
    );
  });
  if (!result) return { ok: false, code: "no-such-exit" };
  if (result.state === "withdrawn") return { ok: true };
  if (result.state !== "proposed") return { ok: false, code: "decided-otherwise" };
  return { ok: false, code: "not-allowed" };
}

/** The latest proposal to sell the cask. */
export const latestExitId = (db: Database, caskId: string): Work<string | null> =>
  mapWork(
    row(
      db.all<{ id: string }>(
        sql`SELECT id FROM cask_exits WHERE cask_id = ${caskId} ORDER BY proposed_at_ms DESC LIMIT 1`,
      ),
    ),
    (found) => found?.id ?? null,
  );
