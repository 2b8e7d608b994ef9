import { wrapD1 } from "./wrap-d1";

// D1 tries reads again by itself; writes are ours to try again. That is safe even when the first try was written and only its
// answer was lost: ids are chosen before writing, and what may happen once is a condition of its statement.

const TRIES = 5;
const PAUSES_MS = [50, 100, 200, 400];

const IS_PASSING = /network connection lost|reset|transient/i;
const IS_OVERLOADED = /overloaded|too many requests queued/i;

export function tryAgain(d1: D1Database, wait: (ms: number) => Promise<void>): D1Database {
  return wrapD1(d1, async (call) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call();
      } catch (error) {
        if (tries === TRIES || isOverload(error) || !isPassing(error)) throw error;
        await wait(PAUSES_MS[tries - 1] ?? 0);
      }
    }
  });
}

/** The database has more to do than it can: to come again at once would only make it worse. Also for an error that wraps one. */
export function isOverload(error: unknown): boolean {
  return (
    IS_OVERLOADED.test(wordsOf(error)) ||
    (error instanceof Error && error.cause !== undefined && isOverload(error.cause))
  );
}

/** Its answer may have been lost on the way: what was asked is done, or not. Also for an error that wraps one. */
function isPassing(error: unknown): boolean {
  return (
    IS_PASSING.test(wordsOf(error)) || (error instanceof Error && error.cause !== undefined && isPassing(error.cause))
  );
}

const wordsOf = (error: unknown) => (error instanceof Error && error.message.startsWith("D1_") ? error.message : "");
