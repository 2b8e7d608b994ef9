// D1 with each trip kept: its statements, with what they were sent with.

export type Trip = { sql: string; params: unknown[] }[];

type Kept = { sql: string; params: unknown[]; statement: D1PreparedStatement };

/** @param trips gets every trip, in order */
export function recordedD1(d1: D1Database, trips: Trip[]): D1Database {
  const kept = new WeakMap<object, Kept>();
  const keep = (all: Kept[]) => trips.push(all.map(({ sql, params }) => ({ sql, params })));
  const wrap = (one: Kept): D1PreparedStatement => {
    const alone = (name: "all" | "run" | "first" | "raw") => () => {
      keep([one]);
      return (one.statement[name] as () => Promise<unknown>)();
    };
    const bind = (...params: unknown[]) => wrap({ ...one, params, statement: one.statement.bind(...params) });
    const wrapped = { bind, all: alone("all"), run: alone("run"), first: alone("first"), raw: alone("raw") };
    kept.set(wrapped, one);
    return wrapped as unknown as D1PreparedStatement;
  };
  const batch = (statements: object[]) => {
    const all = statements.map((one) => kept.get(one) as Kept);
    keep(all);
    return d1.batch(all.map(({ statement }) => statement));
  };
  const prepare = (sql: string) => wrap({ sql, params: [], statement: d1.prepare(sql) });
  return { prepare, batch } as unknown as D1Database;
}

/** The same trips again, and nothing else. */
export async function replay(d1: D1Database, trips: readonly Trip[]): Promise<void> {
  for (const trip of trips) await d1.batch(trip.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
}
