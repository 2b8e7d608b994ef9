import { and, desc, eq, gt, gte, inArray, notExists, or, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { counters } from "~/db/schema/people";
import { row, runWork, together, writes } from "~/db/work";

// Rate limits, counted in D1. One statement counts the attempt in all windows or in none, so parallel requests never get
// past `most`, and a refused attempt is not counted.

export type Limit = {
  /** What is counted. Addresses and IPs appear as HMACs only. */
  key: string;
  most: number;
  windowMs: number;
};

export type LimitOutcome = { ok: true } | { ok: false; key: string; retryAtMs: number };

/** One round trip. When refused, `retryAtMs` is when the longest full window ends. */
export async function takeLimits(db: Database, limits: Limit[], nowMs: number): Promise<LimitOutcome> {
  const isFull = and(
    gt(counters.windowEndsAtMs, nowMs),
    or(...limits.map((limit) => and(eq(counters.key, limit.key), gte(counters.count, limit.most)))),
  );
  const isOver = sql`${counters.windowEndsAtMs} <= ${nowMs}`;
  const places = sql`json_each(${JSON.stringify(limits.map((limit) => [limit.key, nowMs + limit.windowMs]))})`;
  const noneFull = notExists(
    db
      .select({ one: sql`1` })
      .from(counters)
      .where(isFull),
  );
  const firstFull = db
    .select({ key: counters.key, retryAtMs: counters.windowEndsAtMs })
    .from(counters)
    .where(isFull)
    .orderBy(desc(counters.windowEndsAtMs))
    .limit(1);
  const take = db
    .insert(counters)
    .select(sql`SELECT value ->> 0, 1, value ->> 1 FROM ${places} WHERE ${noneFull}`)
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${counters.count} + 1 END`,
        windowEndsAtMs: sql`CASE WHEN ${isOver} THEN excluded.window_ends_at_ms ELSE ${counters.windowEndsAtMs} END`,
      },
    });
  const { full } = await runWork(db, together({ full: row(firstFull), taken: writes(take) }));
  return full ? { ok: false, ...full } : { ok: true };
}

/** The statement that uncounts an attempt in every window still running. */
export function giveBackLimits(db: Database, limits: Limit[], nowMs: number) {
  const keys = limits.map((limit) => limit.key);
  return db
    .update(counters)
    .set({ count: sql`${counters.count} - 1` })
    .where(and(inArray(counters.key, keys), gt(counters.windowEndsAtMs, nowMs), gt(counters.count, 0)));
}
