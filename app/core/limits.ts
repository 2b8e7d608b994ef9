import { and, desc, eq, gt, gte, inArray, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Access } from "~/core/session/access";
import type { Session, SessionResult } from "~/core/session/session";
import type { Database } from "~/db/client";
import { counters } from "~/db/schema/people";
import { mapWork, row, rows, runWork, type Statement, together, type Work, writes } from "~/db/work";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How often one account may do what sends mail, costs work or fills a table. Not in here, because they are counted in rows of their
 * own: checkouts (areas/buying/read-wanted), requests for payouts (areas/holdings/payout-rules), codes (areas/accounts/login/login-limits), and papers
 * that are only drawn (server/drawn-paper).
 */
export const ACCOUNT_LIMITS = {
  "bank-details": { most: 10, windowMs: HOUR_MS, needs: "fresh" },
  "personal-details": { most: 30, windowMs: HOUR_MS, needs: "live" },
  /** Choices are kept for ever: changed freely, not endlessly. Counted together with those made by the link in an email. */
  voting: { most: 60, windowMs: HOUR_MS, needs: "live" },
  offers: { most: 20, windowMs: HOUR_MS, needs: "live" },
  "my-data": { most: 10, windowMs: DAY_MS, needs: "fresh" },
} as const satisfies Record<string, { most: number; windowMs: number; needs: "live" | "fresh" }>;

export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

export const accountKey = (name: AccountLimit, userId: string) => `account-${name}:${userId}`;

type TooOften = { ok: false; retryAtMs: number; nowMs: number };

type Within<T> = SessionResult<T> & { ok: true };

/**
 * `session.write` for what an account may do only so often: `live` and `fresh` are false while it may not. Only what a live (or
 * fresh) session sends is counted, so no one can use up another user's allowance. The same one round trip.
 */
export async function writeWithin<T>(
  db: Database,
  session: Session,
  name: AccountLimit,
  make: (access: Access) => Work<T>,
): Promise<Within<T> | TooOften> {
  const { needs, ...limit } = ACCOUNT_LIMITS[name];
  const { viewer, nowMs, result } = await session.write((access) => {
    const limits = [{ key: accountKey(name, access.userId), ...limit }];
    const room = isRoomFor(db, limits, access.nowMs);
    const within = (condition: SQL) => and(room, condition) as SQL;
    return together({
      made: make({ ...access, live: within(access.live), fresh: within(access.fresh) }),
      limited: limitWork(db, { limits, nowMs: access.nowMs, onlyIf: access[needs] }),
    });
  });
  const { made, limited } = result;
  return limited.ok ? { ok: true, viewer, nowMs, result: made } : { ok: false, retryAtMs: limited.retryAtMs, nowMs };
}

/**
 * The network an address belongs to: of IPv4 the /24, of IPv6 the /56 that one household is given. Anyone who has a network has all of its
 * addresses.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (!mapped.includes(":")) return mapped.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0");
  const [head = "", tail] = mapped.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  const [a = "0", b = "0", c = "0", d = "0"] = groups;
  return [a, b, c, `${d.padStart(4, "0").slice(0, 2)}00`].map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

// Rate limits, counted in D1. One statement counts the attempt in all windows or in none, so parallel requests never get
// past `most`, and a refused attempt is not counted.

export type Limit = {
  /** The key that is counted. Addresses and IPs appear as HMACs only. */
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
