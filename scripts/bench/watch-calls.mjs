// The app with its KV and D1 bindings watched: answers with the calls that a request made, in the waves they were made in, and
// with the size of its answer. Runs on workerd, beside the app's bundle.
import app from "./app.js";

function watch() {
  const waves = [];
  let open = 0;
  let wave = null;
  const note = async (call, run) => {
    if (open === 0 || wave === null) waves.push((wave = []));
    wave.push(call);
    open += 1;
    try {
      return await run();
    } finally {
      open -= 1;
      if (open === 0) wave = null;
    }
  };
  return { waves, note };
}

function watchKv(kv, note) {
  return {
    ...kv,
    get: (key, type) => note({ kv: key, type }, () => kv.get(key, type)),
    put: (...all) => kv.put(...all),
  };
}

function watchD1(d1, note) {
  const statements = new Map();
  const wrap = (sql, params, statement) => {
    const one = {
      bind: (...values) => wrap(sql, values, statement.bind(...values)),
      ...Object.fromEntries(
        ["all", "run", "first", "raw"].map((name) => [
          name,
          (...all) => note({ batch: [{ sql, params }] }, () => statement[name](...all)),
        ]),
      ),
    };
    statements.set(one, { sql, params, statement });
    return one;
  };
  const known = (all) => all.map((one) => statements.get(one));
  const batch = (all) =>
    note({ batch: known(all).map(({ sql, params }) => ({ sql, params })) }, () =>
      d1.batch(known(all).map(({ statement }) => statement)),
    );
  return {
    prepare: (sql) => wrap(sql, [], d1.prepare(sql)),
    batch,
    withSession: () => watchD1(d1, note),
    getBookmark: () => null,
  };
}

export default {
  async fetch(request, env, execution) {
    const { waves, note } = watch();
    const bindings = { ...env, DB: watchD1(env.DB, note), SESSIONS: watchKv(env.SESSIONS, note) };
    const answer = await app.fetch(request, bindings, execution);
    const bytes = (await answer.arrayBuffer()).byteLength;
    return Response.json({ waves, bytes, status: answer.status, type: answer.headers.get("Content-Type") });
  },
};
