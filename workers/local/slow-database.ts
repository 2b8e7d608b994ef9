// A database slower than this machine's, for a launch that is played (`npm run launch -- --real --trip MS`): no deployed Worker has this file.
import { wrapD1 } from "~/db/wrap-d1";
import type { SharedBindings } from "~/server/env";

type Local = Pick<SharedBindings, "DB" | "SANDBOX"> & {
  /** What a trip of one start of a purchase takes of the database, in ms, besides what it takes anyway. */
  D1_TRIP_MS?: string;
};

/** Statements that cost as much as the trip itself: ten starts in one batch, some 130, then cost about three times as much as one. */
const STATEMENTS_OF_A_TRIP = 40;

/** One thing at a time for all Workers: the sandbox says whose turn it is. */
function slowDatabase(db: D1Database, sandbox: Fetcher, tripMs: number): D1Database {
  return wrapD1(db, async (call, statements) => {
    const workMs = tripMs * (1 + statements / STATEMENTS_OF_A_TRIP);
    const turn = await sandbox.fetch(`http://sandbox.invalid/sandbox/database-turn?ms=${workMs}`);
    if (!turn.ok) throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
    return call();
  });
}

const known = new WeakMap<object, object>();

/** The same bindings each time: the app keeps what it works out from them. */
export function withSlowDatabase<B extends Local>(bindings: B): B {
  const tripMs = Number(bindings.D1_TRIP_MS ?? 0);
  if (!(tripMs > 0) || !bindings.SANDBOX) return bindings;
  const slow = known.get(bindings) ?? { ...bindings, DB: slowDatabase(bindings.DB, bindings.SANDBOX, tripMs) };
  known.set(bindings, slow);
  return slow as B;
}
