type Call = {
  statements: D1PreparedStatement[];
  answer: (results: D1Result[]) => void;
  fail: (error: unknown) => void;
};

/**
 * The same D1, but calls made at the same moment go out as one batch, so that many purchases side by side cost the
 * round trips of one. Each caller's statements stay together and in order. A batch is all or nothing, so if one
 * statement fails, all do.
 */
export function groupCalls(d1: D1Database): D1Database {
  let waiting: Call[] = [];

  async function send() {
    const calls = waiting;
    waiting = [];
    try {
      const results = await d1.batch(calls.flatMap(({ statements }) => statements));
      for (const { statements, answer } of calls) answer(results.splice(0, statements.length));
    } catch (error) {
      for (const { fail } of calls) fail(error);
    }
  }

  const ask = (statements: D1PreparedStatement[]) =>
    new Promise<D1Result[]>((answer, fail) => {
      if (waiting.push({ statements, answer, fail }) === 1) setTimeout(() => void send(), 0);
    });

  const inner = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const one = async () => (await ask([statement]))[0];
    const wrapped = new Proxy(statement, {
      get(target, property) {
        if (property === "bind") return (...values: unknown[]) => wrap(target.bind(...values), query);
        if (property === "run" || property === "all") return one;
        // A batch returns rows by column name, and only a join can have a name twice.
        if (property === "raw" && !/\bjoin\b/i.test(query))
          return async () => ((await one())?.results ?? []).map(valuesOf);
        return memberOf(target, property);
      },
    });
    inner.set(wrapped, statement);
    return wrapped;
  };

  return new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") return (query: string) => wrap(target.prepare(query), query);
      if (property === "batch") {
        return (statements: D1PreparedStatement[]) => ask(statements.map((one) => inner.get(one) ?? one));
      }
      return memberOf(target, property);
    },
  });
}

function memberOf(target: object, property: string | symbol): unknown {
  const value: unknown = Reflect.get(target, property, target);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}

const valuesOf = (row: unknown): unknown[] => Object.values(row as Record<string, unknown>);
