// Makes the calls that a request was seen to make, in the same waves, and answers with as many bytes.
import { makeAgain } from "./calls.mjs";

export default {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    const { waves, bytes, type, eventId } = env.PLANS[pathname + search];
    const id = request.headers.get("X-Event-Id");
    const own = (value) => (typeof value === "string" ? value.replace(eventId, id) : value);
    await makeAgain(env, waves, id ? own : undefined);
    return new Response("x".repeat(bytes), { headers: { "Content-Type": type } });
  },
};
