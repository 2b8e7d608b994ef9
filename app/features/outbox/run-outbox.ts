import { and, eq, isNull, sql } from "drizzle-orm";
import { outbox } from "~/db/schema/operations";
import { issueCertificate, type IssueDeps } from "~/features/certificates/issue-certificate";
import { keepDeadLetter } from "~/features/ledger/dead-letter";
import { sendNotice } from "~/features/notices/send-notice";
import { handleEvent } from "~/features/payment-events/handle-event";
import { checkPayment } from "~/features/settlement/check-payment";
import { expireSession } from "~/features/settlement/expire-session";
import { refundPayment } from "~/features/settlement/refund-payment";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { type OutboxKind, UnknownWork } from "./kinds";

// Does the work of an outbox row and marks it done afterwards, never before. Running a row twice is harmless, because each
// handler decides in SQL. Failures are retried with growing delays; after the last try they become a dead letter. A row of
// an unknown kind is retried even then.

export type OutboxDeps = Omit<Deps, "phoneCodes" | "nudge" | "sealer"> & IssueDeps;

export const MAX_ATTEMPTS = 14;
const BACKOFF_MS = [2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000];
const LONGEST_BACKOFF_MS = 1_800_000;
const LEASE_MS = 30_000;
const AT_ONCE = 4;

type Row = typeof outbox.$inferSelect;
/** A string is the outcome to log; a time asks to be run again then. */
type Handled = string | { againAtMs: number };

const handlers: Record<OutboxKind, (deps: OutboxDeps, subjectId: string) => Promise<Handled>> = {
  "handle-event": handleEvent,
  "check-payment": checkPayment,
  "expire-session": async (deps, id) => (await expireSession(deps, id)).state,
  "refund-payment": refundPayment,
  "issue-certificate": issueCertificate,
  "send-notice": sendNotice,
};

export type RunResult = "done" | "again" | "failed" | "dead" | "nothing";

export async function runOutboxRow(deps: OutboxDeps, outboxId: string): Promise<RunResult> {
  const [row] = await deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, outboxId), isNull(outbox.doneAtMs)));
  if (!row) return "nothing";
  try {
    if (!Object.hasOwn(handlers, row.kind)) throw new UnknownWork(row.id);
    const handled = await handlers[row.kind](deps, row.subjectId);
    if (typeof handled !== "string") return await runAgain(deps, row, handled.againAtMs);
    await deps.db.run(
      sql`UPDATE outbox SET done_at_ms = ${deps.nowMs()}, last_error = NULL WHERE id = ${row.id} AND done_at_ms IS NULL`,
    );
    deps.log("outbox-done", { outboxId: row.id, outcome: handled });
    return "done";
  } catch (error) {
    return await recordFailure(deps, row, error);
  }
}

/**
 * Takes due rows, oldest first, and postpones them so that a relay running in parallel takes others. This only avoids
 * duplicate work: if this relay dies, the rows are due again when the lease ends.
 */
async function takeDueRows(deps: Pick<Deps, "db" | "nowMs">, limit: number): Promise<string[]> {
  const nowMs = deps.nowMs();
  const rows = await deps.db.all<{ id: string }>(sql`UPDATE outbox SET available_at_ms = ${nowMs + LEASE_MS}
    WHERE done_at_ms IS NULL AND id IN (
      SELECT id FROM outbox WHERE done_at_ms IS NULL AND available_at_ms <= ${nowMs} ORDER BY available_at_ms LIMIT ${limit})
    RETURNING id`);
  return rows.map((row) => row.id);
}

/** Runs what is due and what follows from it (a settlement's certificate and mail), for at most `rounds` rounds. */
export async function relayOutbox(
  deps: OutboxDeps,
  { limit, rounds }: { limit: number; rounds: number },
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const due = await takeDueRows(deps, limit);
    if (due.length === 0) break;
    for (let i = 0; i < due.length; i += AT_ONCE) {
      results.push(...(await Promise.all(due.slice(i, i + AT_ONCE).map((id) => runOutboxRow(deps, id)))));
    }
  }
  return results;
}

async function runAgain(deps: OutboxDeps, row: Row, againAtMs: number): Promise<RunResult> {
  await deps.db.run(sql`UPDATE outbox SET available_at_ms = ${againAtMs} WHERE id = ${row.id} AND done_at_ms IS NULL`);
  return "again";
}

async function recordFailure(deps: OutboxDeps, row: Row, error: unknown): Promise<RunResult> {
  const attempts = row.attempts + 1;
  const nowMs = deps.nowMs();
  // The error's class only: a provider's message may contain what does not belong in a table.
  const text = (error instanceof Error ? error.name : "unknown").slice(0, 60);
  deps.log("outbox-failed", { outboxId: row.id, count: attempts, error: text });
  if (attempts >= MAX_ATTEMPTS) {
    const endedAtMs = error instanceof UnknownWork ? null : nowMs;
    const work = writes(
      keepDeadLetter(
        deps.db,
        { id: `outbox:${row.id}`, origin: "outbox", body: { outboxId: row.id }, error: text, nowMs },
        "reopens",
      ),
      deps.db.run(
        sql`UPDATE outbox SET attempts = ${attempts}, last_error = ${text}, done_at_ms = ${endedAtMs},
          available_at_ms = ${nowMs + LONGEST_BACKOFF_MS} WHERE id = ${row.id}`,
      ),
    );
    await runWork(deps.db, work);
    return "dead";
  }
  const waitMs = BACKOFF_MS[row.attempts] ?? LONGEST_BACKOFF_MS;
  await deps.db
    .run(sql`UPDATE outbox SET attempts = ${attempts}, last_error = ${text}, available_at_ms = ${nowMs + waitMs}
    WHERE id = ${row.id} AND done_at_ms IS NULL`);
  return "failed";
}
