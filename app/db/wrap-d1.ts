// Something around every call that reaches D1: one statement run, or one batch.

/** @param statements how many go out with the call */
export type Around = <T>(call: () => Promise<T>, statements: number) => Promise<T>;

/** Which statement a wrapped one stands for. One for a database and its sessions, which take each other's statements. */
type Inner = WeakMap<object, D1PreparedStatement>;

/** The same D1, or a session of it, with `around` about each round trip. One wrapped binding can be wrapped again. */
export function wrapD1(d1: D1Database, around: Around): D1Database {
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
