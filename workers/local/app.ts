// The app as a local run serves it: the same Worker, by the sandbox's clock.
import type { ReadClock } from "~/server/clock";
import app from "../app";
import { readSandboxClock } from "./read-clock";
import { withSlowDatabase } from "./slow-database";
import { answerAtDoor, type DoorBindings } from "./sql-door";

let arrivals = 0;

export default {
  fetch: async (request, bindings, execution) => {
    const arrival = (arrivals += 1);
    const sinceMs = Date.now();
    const answer =
      (await answerAtDoor(request, bindings)) ??
      (await app.fetch(request, withSlowDatabase(bindings), execution, ...clockOf(bindings)));
    // A body that nobody has read breaks the connection under the next request; `wrangler dev` drains it only for Workers that it bundles.
    if (!request.bodyUsed) await request.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return bindings.D1_TRIP_MS === undefined ? answer : withArrival(answer, arrival, Date.now() - sinceMs);
  },
} satisfies ExportedHandler<DoorBindings & { D1_TRIP_MS?: string }>;

/** A launch that is played has the system's time: asking for another would cost this machine as much as the press itself. */
const clockOf = ({ D1_TRIP_MS }: { D1_TRIP_MS?: string }): [] | [ReadClock] =>
  D1_TRIP_MS === undefined ? [readSandboxClock] : [];

/**
 * In which order requests got here is what the order of those who are served is measured against (`scripts/launch`), and how long they took
 * from here to their answer is what of a wait is the Workers' own.
 */
function withArrival(answer: Response, arrival: number, tookMs: number): Response {
  const told = new Response(answer.body, answer);
  told.headers.set("X-Arrival", String(arrival));
  told.headers.set("X-Took", String(tookMs));
  return told;
}
