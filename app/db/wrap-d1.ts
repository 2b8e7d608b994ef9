// Something around every call that reaches D1: one statement run, or one batch.

/** @param statements how many go out with the call */
type Around = <T>(call: () => Promise<T>, statements: number) => Promise<T>;

/** Which statement a wrapped one stands for. One for a database and its sessions, which take each other's statements. */
type Inner = WeakMap<object, D1PreparedStatement>;

/** The same D1, or a session of it, with `around` about each round trip. One wrapped binding can be wrapped again. */
function wrapD1(d1: D1Database, around: Around): D1Database {
  return wrapWith(d1, around, new WeakMap());
}

function wrapWith(d1: D1Database, around: Around, inner: Inner): D1Database {
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...values: unknown[]) => around(async () => (await value.apply(target, values)) as unknown, 1);
      },
    });
    inner.set(wrapped, statement);
    return wrapped;
  };
  return new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") return (query: string) => wrap(target.prepare(query));
      if (property === "batch")
        return (statements: D1PreparedStatement[]) =>
          around(
            () => target.batch(statements.map((statement) => inner.get(statement) ?? statement)),
            statements.length,
          );
      if (property === "withSession")
        return (from: string) => wrapWith(target.withSession(from) as unknown as D1Database, around, inner);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

// D1 tries reads again by itself; writes are ours to try again. That is safe even when the first try was written and only its
// answer was lost: ids are chosen before writing, and what may happen once is a condition of its statement.

const TRIES = 5;
const PAUSES_MS = [50, 100, 200, 400];

const IS_PASSING = /network connection lost|reset|transient/i;
const IS_OVERLOADED = /overloaded|too many requests queued/i;

export function tryAgain(d1: D1Database, wait: (ms: number) => Promise<void>): D1Database {
  return wrapD1(d1, async (call) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call();
      } catch (error) {
        if (tries === TRIES || isOverload(error) || !isPassing(error)) throw error;
        await wait(PAUSES_MS[tries - 1] ?? 0);
      }
    }
  });
}

/** The database is overloaded: trying again at once would make it worse. Also for an error that wraps one. */
function isOverload(error: unknown): boolean {
  return (
    IS_OVERLOADED.test(wordsOf(error)) ||
    (error instanceof Error && error.cause !== undefined && isOverload(error.cause))
  );
}

/** The answer may have been lost on the way: the work is done, or not. Also for an error that wraps one. */
function isPassing(error: unknown): boolean {
  return (
    IS_PASSING.test(wordsOf(error)) || (error instanceof Error && error.cause !== undefined && isPassing(error.cause))
  );
}

const wordsOf = (error: unknown) => (error instanceof Error && error.message.startsWith("D1_") ? error.message : "");

// Counts round trips to D1, so that tests and Server-Timing can hold each page to its budget.

export type RoundTrips = { count: number; rowsRead: number; rowsWritten: number; overloaded?: boolean };

type Meta = { meta?: { rows_read?: number; rows_written?: number } };

export function countRoundTrips(d1: D1Database, trips: RoundTrips): D1Database {
  return wrapD1(d1, async (call) => {
    trips.count += 1;
    const result = await call().catch((error: unknown) => {
      trips.overloaded ||= isOverload(error);
      throw error;
    });
    for (const one of Array.isArray(result) ? (result as unknown[]) : [result]) {
      const meta = (one as Meta | null)?.meta;
      trips.rowsRead += meta?.rows_read ?? 0;
      trips.rowsWritten += meta?.rows_written ?? 0;
    }
    return result;
  });
}
