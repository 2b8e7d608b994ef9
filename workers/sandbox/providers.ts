// The Durable Object that holds all of the sandbox's state and wakes up for what is due.
import { DurableObject } from "cloudflare:workers";
import { clockState, startClock } from "./clock/clock";
import type { Deps } from "./deps";
import { runDueWork } from "./due-work";
import { isConfigured, missingSettings, type SandboxEnv } from "./env";
import { handle } from "./handle";
import { json } from "./http";
import { onOwnPort } from "./own-port";
import type { Documents, Index, Kind, Store } from "./store/store";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS documents (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  ref TEXT,
  due_ms INTEGER,
  body TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX IF NOT EXISTS documents_by_kind ON documents (kind, seq);
CREATE INDEX IF NOT EXISTS documents_by_ref ON documents (kind, ref, seq);
CREATE INDEX IF NOT EXISTS documents_by_due ON documents (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX IF NOT EXISTS documents_by_kind_due ON documents (kind, due_ms) WHERE due_ms IS NOT NULL;
`;

/** The store in a Durable Object's own SQLite. */
class SqlStore implements Store {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(SCHEMA);
  }

  get<K extends Kind>(kind: K, id: string): Documents[K] | null {
    const [row] = this.sql.exec<{ body: string }>("SELECT body FROM documents WHERE kind = ? AND id = ?", kind, id);
    return row ? parse<K>(row.body) : null;
  }

  put<K extends Kind>(kind: K, id: string, document: Documents[K], index: Index = {}): void {
    this.sql.exec(
      `INSERT INTO documents (kind, id, ref, due_ms, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET ref = excluded.ref, due_ms = excluded.due_ms, body = excluded.body`,
      kind,
      id,
      index.ref ?? null,
      index.dueMs ?? null,
      JSON.stringify(document),
    );
  }

  remove(kind: Kind, id: string): void {
    this.sql.exec("DELETE FROM documents WHERE kind = ? AND id = ?", kind, id);
  }

  list<K extends Kind>(
    kind: K,
    query: { ref?: string; before?: string; after?: string; limit: number },
  ): Documents[K][] {
    const where = ["kind = ?"];
    const values: (string | number)[] = [kind];
    const only = (condition: string, value: string | undefined, ...more: string[]) => {
      if (value === undefined) return;
      where.push(condition);
      values.push(...more, value);
    };
    only("ref = ?", query.ref);
    only("seq < (SELECT seq FROM documents WHERE kind = ? AND id = ?)", query.before, kind);
    only("seq > (SELECT seq FROM documents WHERE kind = ? AND id = ?)", query.after, kind);
    // Paging towards newer documents reads those closest to the given one, then reverses them.
    const order = query.after === undefined ? "DESC" : "ASC";
    const rows = this.sql
      .exec<{ body: string }>(
        `SELECT body FROM documents WHERE ${where.join(" AND ")} ORDER BY seq ${order} LIMIT ?`,
        ...values,
        query.limit,
      )
      .toArray()
      .map((row) => parse<K>(row.body));
    return order === "ASC" ? rows.reverse() : rows;
  }

  due<K extends Kind>(kind: K, nowMs: number, limit: number): { id: string; document: Documents[K] }[] {
    return this.sql
      .exec<{ id: string; body: string }>(
        "SELECT id, body FROM documents WHERE kind = ? AND due_ms <= ? ORDER BY due_ms, seq LIMIT ?",
        kind,
        nowMs,
        limit,
      )
      .toArray()
      .map((row) => ({ id: row.id, document: parse<K>(row.body) }));
  }

  nextDueMs(): number | null {
    const [row] = this.sql.exec<{ due_ms: number | null }>(
      "SELECT min(due_ms) AS due_ms FROM documents WHERE due_ms IS NOT NULL",
    );
    return row?.due_ms ?? null;
  }
}

/** Only `put` writes bodies, with a document of the same kind. */
function parse<K extends Kind>(body: string): Documents[K] {
  return JSON.parse(body) as Documents[K];
}

const ANSWER_WITHIN_MS = 10_000;

export class Providers extends DurableObject<SandboxEnv> {
  private readonly store: SqlStore;
  private readonly inFlight = new Set<string>();
  /** When the scheduled work was last begun: after a restart it is due at once. */
  private tickedMs = 0;

  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    super(ctx, env);
    this.store = new SqlStore(ctx.storage.sql);
    if (env.CLOCK_AHEAD_MS) startClock(this.store, Number(env.CLOCK_AHEAD_MS));
  }

  override async fetch(request: Request): Promise<Response> {
    const deps = this.deps();
    if (!deps.ok) return json({ status: false, message: `The sandbox lacks: ${deps.missing.join(", ")}` }, 503);
    try {
      return await handle(request, deps);
    } finally {
      await this.arm();
    }
  }

  override async alarm(): Promise<void> {
    const deps = this.deps();
    if (!deps.ok) return;
    // Not awaited: a webhook that hangs must not hold up the others. A lease brings it back after a crash.
    const work = async () => {
      try {
        await Promise.all([runDueWork(deps), this.tick(deps)]);
      } finally {
        await this.arm();
      }
    };
    this.ctx.waitUntil(work());
    await this.arm();
  }

  private tickDueMs(): number {
    const everyMs = Number(this.env.TIMER_SECONDS ?? 0) * 1000;
    return everyMs > 0 ? this.tickedMs + everyMs : Infinity;
  }

  /** Cron does not fire in `wrangler dev`. What fails now is logged there, and done a minute later. */
  private async tick(deps: Deps): Promise<void> {
    if (Date.now() < this.tickDueMs()) return;
    this.tickedMs = Date.now();
    await deps.runSettlement().catch(() => undefined);
  }

  /** Even after a restart: the first request sets the alarm for what is still due. */
  private async arm(): Promise<void> {
    const dueMs = this.store.nextDueMs() ?? Infinity;
    // Alarms know the system's time only.
    const ringMs = Math.min(dueMs - clockState({ store: this.store }).aheadMs, this.tickDueMs());
    if (ringMs === Infinity) return;
    const setMs = await this.ctx.storage.getAlarm();
    if (setMs === null || setMs > ringMs) await this.ctx.storage.setAlarm(ringMs);
  }

  private deps(): ({ ok: true } & Deps) | { ok: false; missing: string[] } {
    const env = onOwnPort(this.env);
    if (!isConfigured(env)) return { ok: false, missing: missingSettings(env) };
    const { APP, SETTLEMENT } = env;
    return {
      ok: true,
      config: env,
      store: this.store,
      inFlight: this.inFlight,
      nowMs: () => Date.now() + clockState({ store: this.store }).aheadMs,
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      wait: (ms) => scheduler.wait(ms),
      keepGoing: (work) => this.ctx.waitUntil(work.catch(() => undefined)),
      runSettlement: () => released(SETTLEMENT.run()),
      runSkippedDay: (which) => released(SETTLEMENT.runDay(which)),
      askMarket: (asked) => released(SETTLEMENT.market(asked)),
      postToApp: async (path, headers, body) => {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
        const url = env.APP_ORIGIN + path;
        const answer = await APP.fetch(new Request(url, { method: "POST", headers, body, redirect: "manual", signal }));
        await answer.body?.cancel();
        return answer.status;
      },
    };
  }
}

/** A copy of what another Worker answered: the answer itself would be held there until it is collected as garbage. */
async function released<T>(answer: Promise<T>): Promise<T> {
  const given = await answer;
  if (typeof given !== "object" || given === null) return given;
  const copy = { ...given };
  (given as Partial<Disposable>)[Symbol.dispose]?.();
  return copy;
}
