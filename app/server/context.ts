import type { Deps } from "~/core/deps";
import type { Sealer } from "~/core/sealer";
import type { PhoneCodes } from "~/integrations/phone-codes/port";
import type { RoundTrips } from "~/db/count-round-trips";
import type { PaperMaker } from "~/areas/holdings/papers/paper";
import type { StaffGate } from "~/integrations/staff-gate/port";
import type { SessionClaim } from "~/core/session/access";
import type { AppConfig } from "./env";

/** What a loader or action receives: made once per request by `server/deps`, in production and in tests alike. */
export type RequestContext = Deps & {
  phoneCodes: PhoneCodes;
  /** Encrypts account numbers at rest. */
  sealer: Sealer;
  config: AppConfig;
  kv: KVNamespace;
  certificates: R2Bucket;
  proof: R2Bucket;
  papers: PaperMaker;
  /** Counts a start of a payment for the network of the request. @returns false: it has had as many as it may for now */
  takeStart: () => Promise<boolean>;
  /** Stands before the operators' pages. */
  staffGate: StaffGate;
  trips: RoundTrips;
  requestId: string;
  /** The pattern of the route that was asked for: for the log. */
  route?: string;
  /** The request came from an operator or a reader, in this session. */
  staff?: SessionClaim;
  /** Set-Cookie value: what one page of the console was to say is said. */
  told?: string;
  /** The visitor's IP, only ever used as a hash. */
  ip: string;
  /** Where the request comes from, as the network names it; null: not known. */
  country: string | null;
  waitUntil: (promise: Promise<unknown>) => void;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}

/** What loaders and actions are given, as far as it does not depend on the route. */
export type RequestArgs = { request: Request; context: RequestContext };
