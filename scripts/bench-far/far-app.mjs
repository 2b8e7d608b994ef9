// The app with its database far away: each trip to it takes as long as the request's header says, there and back. Runs on workerd,
// beside the app's bundle.
import app from "./app.js";

function farD1(d1, ms) {
  const inner = new WeakMap();
  const after = async (call) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return call();
  };
  const wrap = (statement) => {
    const far = { bind: (...values) => wrap(statement.bind(...values)) };
    for (const name of ["all", "run", "first", "raw"])
      far[name] = (...options) => after(() => statement[name](...options));
    inner.set(far, statement);
    return far;
  };
  const over = (database) => ({
    prepare: (sql) => wrap(database.prepare(sql)),
    batch: (statements) => after(() => database.batch(statements.map((one) => inner.get(one)))),
    getBookmark: () => database.getBookmark?.() ?? null,
    withSession: (from) => over(database.withSession(from)),
  });
  return over(d1);
}

/** The bindings of each distance, made once: the app keeps what it works out from them. */
const known = new Map();

function bindingsAt(env, ms) {
  const found = known.get(ms) ?? { ...env, DB: farD1(env.DB, ms) };
  known.set(ms, found);
  return found;
}

export default {
  fetch: (request, env, execution) =>
    app.fetch(request, bindingsAt(env, Number(request.headers.get("X-Trip-Ms") ?? 0)), execution),
};
