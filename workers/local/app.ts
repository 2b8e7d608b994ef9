// The app as a local run serves it: the same Worker, by the sandbox's clock.
import app from "../app";
import { noteOwnPort, onOwnPort } from "../sandbox/own-port";
import { readSandboxClock } from "./read-clock";
import { answerAtDoor, type DoorBindings } from "./sql-door";

export default {
  fetch: async (request, given, execution) => {
    noteOwnPort(new URL(request.url));
    const bindings = onOwnPort(given);
    const answer =
      (await answerAtDoor(request, bindings)) ?? (await app.fetch(request, bindings, execution, readSandboxClock));
    // A body that no one has read breaks the connection under the next request; `wrangler dev` drains it only for
    // Workers that it bundles.
    if (!request.bodyUsed) await request.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return bindings.LIVE_RELOAD ? withoutPolicy(answer) : answer;
  },
} satisfies ExportedHandler<DoorBindings & { LIVE_RELOAD?: string }>;

/** `npm run dev`: the script by which wrangler loads pages again has no place in the page's Content-Security-Policy. */
function withoutPolicy(answer: Response): Response {
  const open = new Response(answer.body, answer);
  open.headers.delete("Content-Security-Policy");
  return open;
}
