import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { accountMergers } from "~/db/schema/mergers";
import { mapWork, row, runWork, type Statement, together, type Work, writes, writeThenRead } from "~/db/work";
import { stoppableClosing } from "~/areas/accounts/closing/stop-closing";
import type { Deps } from "~/core/deps";
import { type Actor, byOperator, byUserIn, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

/** A merger as the page behind the link shows it: no names and no figures, because it is read by those of both accounts. */
export type StoppableMerger = {
  state: "waiting" | "stopped" | "merged" | "over";
  proposedAtMs: number;
  mergesFromMs: number;
};

function stoppableMerger(db: Database, stopToken: string, nowMs: number): Work<StoppableMerger | null> {
  const query =
    db.all<StoppableMerger>(sql`SELECT proposed_at_ms AS proposedAtMs, merges_from_ms AS mergesFromMs, CASE WHEN merged_at_ms IS NOT NULL THEN 'merged'
      WHEN stopped_at_ms IS NOT NULL THEN 'stopped'
      WHEN confirmed_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM change_proposals WHERE subject = 'user:' || into_user_id AND becomes = account_mergers.id
        AND change_proposals.state = 'open' AND expires_at_ms > ${nowMs}) THEN 'waiting' ELSE 'over' END AS state
    FROM account_mergers WHERE stop_token = ${stopToken}`);
  return mapWork(row(query), (found) => found ?? null);
}

/** Null where no merger has this token. */
export const readStoppableMerger = ({ db, nowMs }: Pick<Deps, "db" | "nowMs">, stopToken: string) =>
  runWork(db, stoppableMerger(db, stopToken, nowMs()));

/** What the link of a text message stops. One round trip, and nothing is changed: programs that read mail follow links. */
export const readStoppable = ({ db, nowMs }: Pick<Deps, "db" | "nowMs">, stopToken: string) =>
  runWork(db, together({ closing: stoppableClosing(db, stopToken), merger: stoppableMerger(db, stopToken, nowMs()) }));

/**
 * Anyone who can read a mailbox or phone of either account can stop it, without a login. Once stopped it stays stopped, once carried out
 * it stays so. One round trip. @returns whether there is such a merger
 */
export async function stopMerger(
  { db, nowMs: clock, log }: Pick<Deps, "db" | "nowMs" | "log">,
  stopToken: string,
): Promise<boolean> {
  const nowMs = clock();
  const stop = stopStatements(db, { which: sql`stop_token = ${stopToken}`, actor: "system", nowMs });
  const known = db.all(sql`SELECT 1 FROM account_mergers WHERE stop_token = ${stopToken}`);
  const { found } = await runWork(db, together({ stopped: writes(...stop), found: row(known) }));
  log("merger-stopped", { outcome: found ? "known" : "unknown" });
  return found !== undefined;
}

/** An operator stops it for somebody who asked us to. @returns false: it is carried out, stopped, or no merger of this account */
export function stopMergerOf(
  db: Database,
  { userId, mergerId, operator }: { userId: string; mergerId: string; operator: OperatorAccess },
): Work<boolean> {
  const which = sql`id = ${mergerId} AND ${userId} IN (from_user_id, into_user_id)`;
  const stopped = db.all(sql`SELECT 1 FROM account_mergers WHERE ${which} AND stopped_at_ms IS NOT NULL`);
  const statements = stopStatements(db, { which, actor: byOperator(operator.userId), nowMs: operator.nowMs });
  return mapWork(writeThenRead(statements, row(stopped)), (found) => found !== undefined);
}

type Stop = { which: SQL; actor: Actor; nowMs: number };

function stopStatements(db: Database, { which, actor, nowMs }: Stop): Statement[] {
  const open = sql`${which} AND stopped_at_ms IS NULL AND moving_at_ms IS NULL`;
  const logged = (one: SQL, other: SQL) =>
    recordAudit(
      db,
      {
        id: sql`'merger-stopped:' || id || ':' || ${one}`,
        actor,
        action: "merger-stopped",
        subject: byUserIn(one),
        detail: byUserIn(other),
        nowMs,
      },
      { from: accountMergers, where: open },
    );
  return [
    logged(sql`from_user_id`, sql`into_user_id`),
    logged(sql`into_user_id`, sql`from_user_id`),
    db.run(sql`UPDATE account_mergers SET stopped_at_ms = ${nowMs} WHERE ${open}`),
  ];
}
