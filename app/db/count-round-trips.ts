// Counts round trips to D1, so that tests and Server-Timing can hold each page to its budget.

export type RoundTrips = { count: number; rowsRead: number; rowsWritten: number };

type Meta = { meta?: { rows_read?: number; rows_written?: number } };

/** Wraps D1 so that every round trip is added to `trips`. */
export function countRoundTrips(d1: D1Database, trips: RoundTrips): D1Database {
  const note = <T>(result: T): T => {
    for (const one of Array.isArray(result) ? result : [result]) {
      const meta = (one as Meta | null)?.meta;
      trips.rowsRead += meta?.rows_read ?? 0;
      trips.rowsWritten += meta?.rows_written ?? 0;
    }
    return result;
  };
  const inner = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const counted = new Proxy(statement, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return async (...values: unknown[]) => {
          trips.count += 1;
          return note(await (value.apply(target, values) as Promise<unknown>));
        };
      },
    });
    inner.set(counted, statement);
    return counted;
  };
  return new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") return (query: string) => wrap(target.prepare(query));
      if (property === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          trips.count += 1;
          return note(await target.batch(statements.map((statement) => inner.get(statement) ?? statement)));
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
