import { and, desc, eq, gt, gte, inArray, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { counters } from "~/db/schema/people";
import { mapWork, row, rows, runWork, type Statement, together, type Work, writes } from "~/db/work";

// Rate limits, counted in D1. One statement counts the attempt in all windows or in none, so parallel requests never get
// past `most`, and a refused attempt is not counted.

export type Limit = {
  /** What is counted. Addresses and IPs appear as HMACs only. */
  key: string;
  most: number;
  windowMs: number;
};

export type Tally = Omit<Limit, "most">;

export type LimitOutcome = { ok: true } | { ok: false; key: string; retryAtMs: number };

/** When refused, `retryAtMs` is when the longest full window ends. */
export async function takeLimits(db: Database, limits: Limit[], nowMs: number): Promise<LimitOutcome> {
  return runWork(db, limitWork(db, { limits, nowMs }));
}

type LimitInput = {
  limits: Limit[];
  alsoLook?: Limit[];
  tallies?: Tally[];
  nowMs: number;
  /** A place is taken only if this holds when its turn in the batch comes. */
  onlyIf?: SQL;
  whenFull?: (isFull: SQL) => Statement;
};

export function limitWork(db: Database, input: LimitInput): Work<LimitOutcome> {
  const { limits, alsoLook = [], tallies = [], nowMs, onlyIf = sql`1`, whenFull } = input;
  const isFull = fullWindow([...limits, ...alsoLook], nowMs);
  const full = db
    .select({ one: sql`1` })
    .from(counters)
    .where(isFull);
  const firstFull = db
    .select({ key: counters.key, retryAtMs: counters.windowEndsAtMs })
    .from(counters)
    .where(isFull)
    .orderBy(desc(counters.windowEndsAtMs))
    .limit(1);
  const take = countIn(db, [...limits, ...tallies], nowMs, sql`${notExists(full)} AND ${onlyIf}`);
  const between = whenFull ? [whenFull(sql`EXISTS ${full}`)] : [];
  const parts = together({ full: row(firstFull), taken: writes(...between, take) });
  return mapWork(parts, ({ full: found }) => (found ? { ok: false, ...found } : { ok: true }));
}

export function countIn(db: Database, tallies: readonly Tally[], nowMs: number, onlyIf: SQL = sql`1`) {
  const isOver = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  const windows = tallies.map(({ key, windowMs }) => [key, nowMs + windowMs]);
  return db
    .insert(counters)
    .select(sql`SELECT value ->> 0, 1, value ->> 1 FROM json_each(${JSON.stringify(windows)}) WHERE ${onlyIf}`)
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${counters.count} + 1 END`,
        windowEndsAtMs: sql`CASE WHEN ${isOver} THEN excluded.window_ends_at_ms ELSE ${counters.windowEndsAtMs} END`,
      },
    });
}

const fullWindow = (limits: Limit[], nowMs: number): SQL =>
  limits.length === 0
    ? // No limits: no row has this key, and the index says so.
      eq(counters.key, "")
    : (and(
        gt(counters.windowEndsAtMs, nowMs),
        or(...limits.map((limit) => and(eq(counters.key, limit.key), gte(counters.count, limit.most)))),
      ) as SQL);

/** The condition that there is a place in all of them, for statements of the batch that run before one is taken. */
export function isRoomFor(db: Database, limits: Limit[], nowMs: number): SQL {
  const full = db
    .select({ one: sql`1` })
    .from(counters)
    .where(fullWindow(limits, nowMs));
  return notExists(full);
}

/** How often each was counted in the window that is running; 0 without one. */
export function countWork<K extends string>(
  db: Database,
  keys: Record<K, string>,
  nowMs: number,
): Work<Record<K, number>> {
  const names = Object.entries<string>(keys);
  const query = db
    .select({ key: counters.key, count: counters.count })
    .from(counters)
    .where(and(inArray(counters.key, Object.values(keys)), gt(counters.windowEndsAtMs, nowMs)));
  return mapWork(rows(query), (found) => {
    const counts = names.map(([name, key]) => [name, found.find((one) => one.key === key)?.count ?? 0]);
    return Object.fromEntries(counts) as Record<K, number>;
  });
}

/** The statement that uncounts an attempt in every window still running; a key named twice, two of them. */
export function giveBackLimits(db: Database, limits: readonly { key: string }[], nowMs: number) {
  const keys = limits.map((limit) => limit.key);
  const times = sql`(SELECT count(*) FROM json_each(${JSON.stringify(keys)}) WHERE value = ${counters.key})`;
  return db
    .update(counters)
    .set({ count: sql`max(0, ${counters.count} - ${times})` })
    .where(and(inArray(counters.key, [...new Set(keys)]), gt(counters.windowEndsAtMs, nowMs), gt(counters.count, 0)));
}
