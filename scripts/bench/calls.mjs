// Notes which calls of KV, D1 and the queue are made, in which waves and with what, and makes them again. Runs on workerd.

/** What begins while nothing else is under way begins a wave. */
export function watchCalls() {
  /** @type {object[][]} */
  const waves = [];
  let open = 0;
  const note = async (call, run) => {
    if (open === 0) waves.push([]);
    waves.at(-1).push(call);
    open += 1;
    try {
      return await run();
    } finally {
      open -= 1;
    }
  };
  return { waves, note };
}

/** @returns {D1Database} */
export function watchD1(d1, note) {
  const kept = new WeakMap();
  const wrap = (sql, params, statement) => {
    const alone = (name) => [name, (...all) => note({ batch: [{ sql, params }] }, () => statement[name](...all))];
    const one = {
      bind: (...values) => wrap(sql, values, statement.bind(...values)),
      ...Object.fromEntries(["all", "run", "first", "raw"].map(alone)),
    };
    kept.set(one, { sql, params, statement });
    return one;
  };
  const batch = (all) => {
    const known = all.map((one) => kept.get(one));
    const call = { batch: known.map(({ sql, params }) => ({ sql, params })) };
    return note(call, () => d1.batch(known.map(({ statement }) => statement)));
  };
  const prepare = (sql) => wrap(sql, [], d1.prepare(sql));
  return { prepare, batch, withSession: () => watchD1(d1, note), getBookmark: () => null };
}

/** @param own what a value is this time: an event has another id each time */
export async function makeAgain({ DB, SESSIONS, SETTLEMENTS }, waves, own = (value) => value) {
  const again = ({ batch, kv, type, queue }) => {
    if (kv) return SESSIONS.get(kv, type);
    if (queue) return SETTLEMENTS.sendBatch(queue.map((id) => ({ body: { outboxId: own(id) } })));
    return DB.batch(batch.map(({ sql, params }) => DB.prepare(sql).bind(...params.map(own))));
  };
  for (const wave of waves) await Promise.all(wave.map(again));
}
