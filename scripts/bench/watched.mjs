// The app with its bindings watched: answers with the calls that a request made, and with the size of its answer.
import app from "./app.js";
import { watchCalls, watchD1 } from "./calls.mjs";

export default {
  async fetch(request, env, execution) {
    const { waves, note } = watchCalls();
    const { DB, SESSIONS, SETTLEMENTS } = env;
    const get = (key, type) => note({ kv: key, type }, () => SESSIONS.get(key, type));
    const sendBatch = (all) => note({ queue: all.map(({ body }) => body.outboxId) }, () => SETTLEMENTS.sendBatch(all));
    const watched = { DB: watchD1(DB, note), SESSIONS: { get, put: () => undefined }, SETTLEMENTS: { sendBatch } };
    const answer = await app.fetch(request, { ...env, ...watched }, execution);
    const bytes = (await answer.arrayBuffer()).byteLength;
    return Response.json({ waves, bytes, status: answer.status, type: answer.headers.get("Content-Type") ?? "" });
  },
};
