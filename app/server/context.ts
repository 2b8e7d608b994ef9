import type { Deps } from "~/features/deps";
import type { RoundTrips } from "~/db/count-round-trips";
import type { AppConfig } from "./env";

/** What a loader or action is given: made once a request by `server/deps`, in production and in tests alike. */
export type RequestContext = Deps & {
  config: AppConfig;
  kv: KVNamespace;
  certificates: R2Bucket;
  trips: RoundTrips;
  requestId: string;
  /** For the one inline script or style a page may have. */
  nonce: string;
  /** The visitor's address, only ever hashed. */
  ip: string;
  waitUntil: (promise: Promise<unknown>) => void;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}
