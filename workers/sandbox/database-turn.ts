// The turns of a slow database (`workers/local/slow-database.ts`): it does one thing at a time, whichever Worker asks.

export const TURN_PATH = "/sandbox/database-turn";

const LONGEST_MS = 60_000;
let busyUntilMs = 0;

/** Answers when what was asked before is done, and `ms` have passed since. */
export async function answerTurn(url: URL): Promise<Response> {
  const workMs = Math.min(LONGEST_MS, Math.max(0, Number(url.searchParams.get("ms")) || 0));
  const nowMs = Date.now();
  busyUntilMs = Math.min(Math.max(nowMs, busyUntilMs) + workMs, nowMs + LONGEST_MS);
  await scheduler.wait(busyUntilMs - nowMs);
  return new Response(null, { status: 204 });
}
