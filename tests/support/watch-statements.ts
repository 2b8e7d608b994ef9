/** A statement as it was sent, and how many rows D1 says that it read. */
export type Sent = { query: string; values: readonly unknown[]; rowsRead: number };

type Answer = { meta?: { rows_read?: number } };

/** Wraps D1 so that each statement sent is added to `sent`. */
export function watchStatements(d1: D1Database, sent: Sent[]): D1Database {
  const inner = new WeakMap<object, { target: D1PreparedStatement; query: string; values: readonly unknown[] }>();
  const add = (statement: D1PreparedStatement, answer: unknown) => {
    const known = inner.get(statement);
    if (known) {
      const { query, values } = known;
      sent.push({ query, values, rowsRead: (answer as Answer | undefined)?.meta?.rows_read ?? 0 });
    }
  };
  const wrap = (target: D1PreparedStatement, query: string, values: readonly unknown[] = []): D1PreparedStatement => {
    const wrapped: D1PreparedStatement = new Proxy(target, {
      get(_, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property === "bind") return (...bound: unknown[]) => wrap(target.bind(...bound), query, bound);
        return async (...given: unknown[]) => {
          const answer: unknown = await value.apply(target, given);
          add(wrapped, answer);
          return answer;
        };
      },
    });
    inner.set(wrapped, { target, query, values });
    return wrapped;
  };
  return new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") return (query: string) => wrap(target.prepare(query), query);
      if (property === "batch")
        return async (statements: D1PreparedStatement[]) => {
          const answers = await target.batch(statements.map((one) => inner.get(one)?.target ?? one));
          statements.forEach((one, index) => add(one, answers[index]));
          return answers;
        };
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
