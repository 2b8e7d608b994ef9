// The turns of a slow database (`workers/local/slow-database.ts`): it does one thing at a time, whichever Worker asks.

export const TURN_PATH = "/sandbox/database-turn";

/** Assumed, as in the model of a launch (`scripts/launch/launch-day.mjs`): what would wait for longer is refused. */
const LONGEST_MS = 10_000;
let busyUntilMs = 0;

/** Answers when what was asked before is done, and `ms` have passed since. 503: too much was asked before. */
export async function answerTurn(url: URL): Promise<Response> {
  const workMs = Math.min(LONGEST_MS, Math.max(0, Number(url.searchParams.get("ms")) || 0));
  const nowMs = Date.now();
  if (busyUntilMs - nowMs > LONGEST_MS) return new Response(null, { status: 503 });
  busyUntilMs = Math.max(nowMs, busyUntilMs) + workMs;
  await scheduler.wait(busyUntilMs - nowMs);
  return new Response(null, { status: 204 });
}
