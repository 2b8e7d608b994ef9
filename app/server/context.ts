import type { Deps } from "~/core/deps";
import type { Sealer } from "~/core/sealer";
import type { PhoneCodes } from "~/integrations/phone-codes/port";
import type { RoundTrips } from "~/db/wrap-d1";
import type { PaperMaker } from "~/areas/holdings/papers/paper";
import type { StaffGate } from "~/integrations/staff-gate/port";
import type { SessionClaim } from "~/core/session/access";
import type { AppConfig } from "./env";

export type RequestContext = Deps & {
  phoneCodes: PhoneCodes;
  sealer: Sealer;
  config: AppConfig;
  kv: KVNamespace;
  certificates: R2Bucket;
  proof: R2Bucket;
  papers: PaperMaker;
  /** Counts a start of a payment for the network of the request. @returns false: it has had as many as it may for now */
  takeStart: () => Promise<boolean>;
  staffGate: StaffGate;
  trips: RoundTrips;
  requestId: string;
  route?: string;
  staff?: SessionClaim;
  told?: string;
  /** The visitor's IP, only ever used as a hash. */
  ip: string;
  country: string | null;
  waitUntil: (promise: Promise<unknown>) => void;
};

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}

export type RequestArgs = { request: Request; context: RequestContext };
