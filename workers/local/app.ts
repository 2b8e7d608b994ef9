// The app as a local run serves it: the same Worker, by the sandbox's clock.
import app from "../app";
import { readSandboxClock } from "./read-clock";
import { answerAtDoor, type DoorBindings } from "./sql-door";

export default {
  fetch: async (request, bindings, execution) => {
    const answer =
      (await answerAtDoor(request, bindings)) ?? (await app.fetch(request, bindings, execution, readSandboxClock));
    // A body that nobody has read breaks the connection under the next request; `wrangler dev` drains it only for Workers that it bundles.
    if (!request.bodyUsed) await request.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return answer;
  },
} satisfies ExportedHandler<DoorBindings>;
