import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { recordDeadLetter } from "~/core/ledger/dead-letter";
import { outbox } from "~/db/schema/operations";
import { runWork, writes } from "~/db/work";
import { MailError } from "~/integrations/mail/port";
import { ProviderError } from "~/integrations/payments/port";
import { TextError } from "~/integrations/text-messages/port";
import { type OutboxKind, UnknownWork } from "./kinds";

/** Tries after which work that can be given up is given up: about four hours. */
export const MAX_ATTEMPTS = 14;

type End = "goes-on" | "told" | "ends";

/**
 * Whether a row that has failed this often is retried. Urgent work is, until it succeeds or a person ends it, and so is all work that fails
 * only because a service cannot be reached: an outage of days loses nothing.
 */
export function endOf({ urgent }: Pick<typeof outbox.$inferSelect, "urgent">, attempts: number, error: unknown): End {
  if (attempts < MAX_ATTEMPTS) return "goes-on";
  if (error instanceof UnknownWork) return "told";
  return urgent === 1 || isOutage(error) ? "goes-on" : "ends";
}

function isOutage(error: unknown): boolean {
  return (
    (error instanceof ProviderError || error instanceof MailError || error instanceof TextError) &&
    error.code !== "rejected"
  );
}

// Does the work of an outbox row and marks it done afterwards, never before. Running a row twice is harmless, because each
// handler decides in SQL. Failures are retried with growing delays; `endOf` decides whether the tries ever end.
// Which handler belongs to which kind is composed in workers/settlement/outbox.ts.

export type RunOutboxDeps = Deps & {
  /** Called between the rows of a relay where it would keep a thread from those who wait for a page. */
  rest?: () => Promise<unknown>;
};

const SECOND = 1_000;
const MINUTE = 60_000;
const PAUSES_MS = [2, 5, 15, 30].map((s) => s * SECOND).concat([1, 2, 5, 10, 20, 40].map((m) => m * MINUTE));
const LONGEST_PAUSE_MS = 60 * MINUTE;
/** Longer than any row's work takes: two calls of a provider, each tried twice for 10 s, and what is written about them. */
const LEASE_MS = 4 * MINUTE;
const TAKEN_MS = LEASE_MS + 5 * SECOND;
const AT_ONCE = 4;

/** Between two emails about one thing to many: 100 a minute. The provider takes 2 requests a second of one account, and login codes are among them. */
const APART_MS = 600;
const TURN_MS = 50_000;
const IN_HAND = 10;
const [FIRST, REST, TO_MANY] = [1, 0, -1];

type Row = typeof outbox.$inferSelect;
/** A string is the outcome to log; a time asks to be run again then. */
type Handled = string | { againAtMs: number };

export type Handlers<D> = Record<OutboxKind, (deps: D, subjectId: string) => Promise<Handled>>;

export type RunResult = "done" | "again" | "failed" | "dead" | "nothing";

export type OutboxRunner<D> = {
  runOutboxRow: (deps: D, outboxId: string) => Promise<RunResult>;
  relayOutbox: (deps: D, limits: RelayLimits) => Promise<RunResult[]>;
  relayToMany: (deps: D, turn?: { apartMs: number }) => Promise<RunResult[]>;
};

type RelayLimits = { most: number; forMs?: number };

export function outboxRunner<D extends RunOutboxDeps>(handlers: Handlers<D>): OutboxRunner<D> {
  async function runOutboxRow(deps: D, outboxId: string): Promise<RunResult> {
    const row = await lease(deps, outboxId);
    if (!row) return "nothing";
    const startedAtMs = deps.nowMs();
    try {
      if (!Object.hasOwn(handlers, row.kind)) throw new UnknownWork(row.id);
      const handled = await handlers[row.kind](deps, row.subjectId);
      if (typeof handled !== "string") return await runAgain(deps, row, handled.againAtMs);
      await markDone(deps, row.id, handled);
      deps.log("outbox-done", { outboxId: row.id, outcome: handled, durationMs: deps.nowMs() - startedAtMs });
      return "done";
    } catch (error) {
      return await recordFailure(deps, row, error);
    }
  }

  async function relayOutbox(deps: D, { most, forMs = Infinity }: RelayLimits): Promise<RunResult[]> {
    const results: RunResult[] = [];
    const untilMs = deps.nowMs() + forMs;
    // Few at a time, so that each is run well within its lease, and what turns up meanwhile and is urgent goes next.
    while (results.length < most && deps.nowMs() < untilMs) {
      const due = await takeDueRows(deps, [FIRST, REST], Math.min(AT_ONCE, most - results.length));
      if (due.length === 0) break;
      results.push(...(await Promise.all(due.map((id) => runOutboxRow(deps, id)))));
      await deps.rest?.();
    }
    return results;
  }

  /**
   * Sends what goes to many people, one row after the other and never two within `apartMs`, for one turn. What is left
   * stays due for the next.
   */
  async function relayToMany(deps: D, { apartMs } = { apartMs: APART_MS }): Promise<RunResult[]> {
    const results: RunResult[] = [];
    const untilMs = deps.nowMs() + TURN_MS;
    while (deps.nowMs() < untilMs) {
      const due = await takeDueRows(deps, [TO_MANY], IN_HAND);
      if (due.length === 0) break;
      for (const id of due) {
        const nextMs = deps.nowMs() + apartMs;
        results.push(await runOutboxRow(deps, id));
        const leftMs = nextMs - deps.nowMs();
        if (leftMs > 0) await deps.wait(leftMs);
      }
    }
    return results;
  }

  return { runOutboxRow, relayOutbox, relayToMany };
}

async function markDone({ db, nowMs }: RunOutboxDeps, id: string, outcome: string): Promise<void> {
  await db.run(
    sql`UPDATE outbox SET done_at_ms = ${nowMs()}, outcome = ${outcome}, last_error = NULL, failing_since_ms = NULL, leased_until_ms = NULL WHERE id = ${id} AND done_at_ms IS NULL`,
  );
}

/** A nudge and the timer may come to the same row. */
async function lease({ db, nowMs: clock }: Deps, outboxId: string): Promise<Row | undefined> {
  const nowMs = clock();
  const [row] = await db
    .update(outbox)
    .set({ leasedUntilMs: nowMs + LEASE_MS })
    .where(
      and(
        eq(outbox.id, outboxId),
        isNull(outbox.doneAtMs),
        or(isNull(outbox.leasedUntilMs), lte(outbox.leasedUntilMs, nowMs)),
      ),
    )
    .returning();
  return row;
}

/**
 * Takes due rows, urgent ones first, then the oldest, and postpones them so that a relay running in parallel takes others. This
 * only avoids duplicate work: if this relay dies, the rows are due again when their lease has ended.
 */
async function takeDueRows(deps: Deps, which: readonly number[], limit: number): Promise<string[]> {
  const nowMs = deps.nowMs();
  const due = (urgent: number) => sql`SELECT * FROM (SELECT id, urgent, available_at_ms FROM outbox
    WHERE done_at_ms IS NULL AND urgent = ${urgent} AND available_at_ms <= ${nowMs} ORDER BY available_at_ms LIMIT ${limit})`;
  const rows = await deps.db.all<{ id: string }>(sql`UPDATE outbox SET available_at_ms = ${nowMs + TAKEN_MS}
    WHERE done_at_ms IS NULL AND id IN (
      SELECT id FROM (${sql.join(which.map(due), sql` UNION ALL `)}) ORDER BY urgent DESC, available_at_ms LIMIT ${limit})
    RETURNING id`);
  return rows.map((row) => row.id);
}

async function runAgain(deps: RunOutboxDeps, row: Row, againAtMs: number): Promise<RunResult> {
  await deps.db
    .run(sql`UPDATE outbox SET available_at_ms = ${againAtMs}, failing_since_ms = NULL, leased_until_ms = NULL
    WHERE id = ${row.id} AND done_at_ms IS NULL`);
  return "again";
}

async function recordFailure(deps: RunOutboxDeps, row: Row, error: unknown): Promise<RunResult> {
  const attempts = row.attempts + 1;
  const nowMs = deps.nowMs();
  // The error's class only: a provider's message may contain what does not belong in a table.
  const text = (error instanceof Error ? error.name : "unknown").slice(0, 60);
  deps.log("outbox-failed", { outboxId: row.id, count: attempts, error: text });
  const end = endOf(row, attempts, error);
  const endedAtMs = end === "ends" ? nowMs : null;
  const dueMs = nowMs + (PAUSES_MS[row.attempts] ?? LONGEST_PAUSE_MS);
  const letter = { id: `outbox:${row.id}`, origin: "outbox", body: { outboxId: row.id }, error: text, nowMs } as const;
  const work = writes(
    ...(end === "goes-on" ? [] : [recordDeadLetter(deps.db, letter, "reopens")]),
    deps.db
      .run(sql`UPDATE outbox SET attempts = ${attempts}, last_error = ${text}, available_at_ms = ${dueMs}, leased_until_ms = NULL,
      failing_since_ms = coalesce(failing_since_ms, ${nowMs}), done_at_ms = ${endedAtMs} WHERE id = ${row.id} AND done_at_ms IS NULL`),
  );
  await runWork(deps.db, work);
  return end === "goes-on" ? "failed" : "dead";
}
