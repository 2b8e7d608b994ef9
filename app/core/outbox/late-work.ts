import { eq, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import { notifyOperators } from "~/core/outbox/enqueue";
import type { OperatorAccess } from "~/core/session/guarded";
import { readTimer } from "~/core/timer/run-jobs";
import type { Database } from "~/db/client";
import { outbox } from "~/db/schema/operations";
import { mapWork, row, runWork, together, type Work, writes, writeThenRead } from "~/db/work";

// Work that should have been done an hour ago: it fails each time, or no one has come to it. Operators are told by
// email, each of them at most once an hour.

const LATE_MS = 3_600_000;
const COUNTED = 1_000;

export type LateWork = { count: number; urgent: number; sinceMs: number | null };

export function readLateWork(db: Database, nowMs: number): Work<LateWork> {
  const beforeMs = nowMs - LATE_MS;
  // Notices about late work are not counted: a mailer that is down would be told of them as well.
  const late = (
    which: string,
    since: string,
  ) => sql`SELECT * FROM (SELECT ${sql.raw(since)} AS since, urgent FROM outbox
    WHERE done_at_ms IS NULL AND ${sql.raw(which)} AND ${sql.raw(since)} <= ${beforeMs} AND notice IS NOT 'work-waits' LIMIT ${COUNTED})`;
  const query =
    db.all<LateWork>(sql`SELECT count(*) AS count, coalesce(sum(urgent = 1), 0) AS urgent, min(since) AS sinceMs
    FROM (${late("failing_since_ms IS NOT NULL", "failing_since_ms")}
      UNION ALL ${late("failing_since_ms IS NULL AND urgent IN (-1, 0, 1)", "available_at_ms")})`);
  return mapWork(row(query), (found) => found ?? { count: 0, urgent: 0, sinceMs: null });
}

/** The same for a job of the timer that has not gone well for an hour. @returns how much is late */
export async function notifyLateWork({ db, log, ...deps }: Deps): Promise<number> {
  const nowMs = deps.nowMs();
  const found = await runWork(db, together({ work: readLateWork(db, nowMs), timer: readTimer(db, nowMs) }));
  const count = found.work.count + found.timer.late.length;
  if (count === 0) return 0;
  log("work-waits", { count, outcome: JSON.stringify({ ...found.work, jobs: found.timer.late }) });
  // As text, because D1 binds every number as REAL.
  const hour = String(Math.floor(nowMs / LATE_MS));
  await runWork(db, writes(notifyOperators(db, { notice: "work-waits", occasion: sql`${hour}`, nowMs })));
  return count;
}

// Work that fails again and again is ended by an operator, with a reason. A refund is not ended but recorded as made by hand
// (areas/buying/settlement/record-manual-refund): until then the money is owed.

type EndWork = { outboxId: string; operator: OperatorAccess; reason: string };

type EndWorkOutcome = { ok: true } | { ok: false; code: "no-such-work" | "is-owed" | "not-allowed" };

export function endWork(
  db: Database,
  { outboxId, operator: { userId: operatorId, nowMs }, reason }: EndWork,
): Work<EndWorkOutcome> {
  const mayEnd = sql`id = ${outboxId} AND failing_since_ms IS NOT NULL AND kind <> 'refund-payment'`;
  const entry = {
    id: `end-work:${outboxId}:${nowMs}`,
    actor: byOperator(operatorId),
    action: "work-ended",
    subject: `outbox:${outboxId}`,
    detail: reason,
    nowMs,
  } as const;
  const statements = [
    recordAudit(db, entry, { from: outbox, where: sql`${mayEnd} AND done_at_ms IS NULL` }),
    // The last error stays, to tell it from finished work and to allow a replay.
    db.run(sql`UPDATE outbox SET done_at_ms = ${nowMs} WHERE ${mayEnd} AND done_at_ms IS NULL`),
  ];
  const now = db
    .select({ kind: outbox.kind, doneAtMs: outbox.doneAtMs, failingSinceMs: outbox.failingSinceMs })
    .from(outbox)
    .where(eq(outbox.id, outboxId));
  return mapWork(writeThenRead(statements, row(now)), (found): EndWorkOutcome => {
    if (!found || found.failingSinceMs === null) return { ok: false, code: "no-such-work" };
    if (found.kind === "refund-payment") return { ok: false, code: "is-owed" };
    return found.doneAtMs === null ? { ok: false, code: "not-allowed" } : { ok: true };
  });
}
