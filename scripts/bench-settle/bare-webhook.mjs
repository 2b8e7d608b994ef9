// Makes the trips that a webhook was seen to make, for an event of another id, and answers; if asked to, sends the queue a message as well. Runs on workerd.
export default {
  async fetch(request, env, execution) {
    const { waves, eventId } = env.PLAN;
    const id = request.headers.get("X-Event-Id");
    await request.text();
    const own = (value) => (typeof value === "string" ? value.replace(eventId, id) : value);
    for (const wave of waves)
      for (const { batch } of wave.filter((call) => call.batch))
        await env.DB.batch(batch.map(({ sql, params }) => env.DB.prepare(sql).bind(...params.map(own))));
    if (env.NUDGES) execution.waitUntil(env.SETTLEMENTS.sendBatch([{ body: { outboxId: `handle-event:${id}` } }]));
    return new Response("ok");
  },
};
