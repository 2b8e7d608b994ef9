// Makes the calls that a page was seen to make, in the same waves, and answers with as many bytes. Runs on workerd.
const bodies = new Map();

function bodyOf(bytes) {
  const known = bodies.get(bytes) ?? "x".repeat(bytes);
  bodies.set(bytes, known);
  return known;
}

const make = (env) => (call) =>
  call.batch
    ? env.DB.batch(call.batch.map(({ sql, params }) => env.DB.prepare(sql).bind(...params)))
    : env.SESSIONS.get(call.kv, call.type);

export default {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/hello") return new Response("hello");
    const plan = env.PLANS[pathname + search];
    if (!plan) return new Response(null, { status: 404 });
    for (const wave of plan.waves) await Promise.all(wave.map(make(env)));
    return new Response(bodyOf(plan.bytes), { headers: { "Content-Type": plan.type } });
  },
};
