// Something around every call that reaches D1: one statement run, or one batch.

export type Around = <T>(call: () => Promise<T>) => Promise<T>;

/** The same D1 with `around` about each round trip. One wrapped binding can be wrapped again. */
export function wrapD1(d1: D1Database, around: Around): D1Database {
  const inner = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...values: unknown[]) => around(async () => (await value.apply(target, values)) as unknown);
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
          around(() => target.batch(statements.map((statement) => inner.get(statement) ?? statement)));
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
