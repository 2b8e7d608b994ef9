import type { Config } from "./env";
import type { MarketAsked, MarketTold } from "./market";
import type { Store } from "./store/store";

export type Deps = {
  config: Config;
  store: Store;
  nowMs: () => number;
  randomBytes: (length: number) => Uint8Array;
  wait: (ms: number) => Promise<void>;
  /** Posts to the app and returns its HTTP status; throws if no answer came. */
  postToApp: (path: string, headers: Record<string, string>, body: string) => Promise<number>;
  /** Goes on whatever becomes of the request that began it. */
  keepGoing: (work: Promise<unknown>) => void;
  runSettlement: () => Promise<unknown>;
  /** The part of it that belongs to a day, for one that the clock skips. */
  runSkippedDay: (which: { isAudited: boolean }) => Promise<unknown>;
  /** Calls the settlement Worker. @throws if it refuses */
  askMarket: (asked: MarketAsked) => Promise<MarketTold>;
  /** Idempotency keys whose first request is still running. In memory on purpose: a restart ends those requests too. */
  inFlight: Set<string>;
};
