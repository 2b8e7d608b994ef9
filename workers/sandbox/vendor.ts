import type { Deps } from "./deps";
import type { Kind } from "./store/store";

/** What the stand-in of a vendor declares; `vendors.ts` has one for each. Everything else they have in common. */
export type Vendor = {
  company: string;
  /** The host names of its API. */
  hosts: readonly string[];
  /** Answers a call of its API. `pause` is the delay that was asked for; it passes before the call has an effect. */
  answer: (request: Request, deps: Deps, pause: () => Promise<void>) => Promise<Response>;
  /** What it answers where it was told to fail. */
  fail: (deps: Deps, status: number) => Response;
  /** Its documents that are deleted once they are due. */
  forgets?: readonly Kind[];
  /** What happens there without the app asking for it, at POST /sandbox/VENDOR/CONTROL. */
  controls?: Readonly<Record<string, (request: Request, deps: Deps) => Promise<Response>>>;
  /** A vendor that takes payments. */
  checkout?: CheckoutStandIn;
};

export type Outcome = "paid" | "declined" | "cancel" | "underpaid";

/** A session as a buyer sees it: what, how much, still open or not, and the ways out. */
export type Checkout = {
  status: "open" | "complete" | "expired";
  items: { name: string; quantity: number }[];
  amount: string;
  /** What has arrived so far, if it is less than the amount due. */
  received: string | null;
  successUrl: string;
  cancelUrl: string | null;
};

export type RecentSession = {
  id: string;
  status: string;
  paid: boolean;
  amount: string;
  payment_intent: string | null;
  created_at: string;
};

export type CheckoutStandIn = {
  /** By what one pays, as in 'by card'. */
  means: string;
  heading: string;
  outcomes: readonly Outcome[];
  declined: { button: string; problem: string };
  find: (deps: Deps, id: string) => Checkout | null;
  /** Lets money arrive, if the session is open. */
  pay: (deps: Deps, id: string, how: "paid" | "underpaid") => void;
  /** Ends an open session early, with its event. */
  end: (deps: Deps, id: string) => void;
  /** The latest sessions. */
  recent: (deps: Deps, limit: number) => RecentSession[];
  /** Expires the sessions whose time is up and that were not read since. */
  expireDue: (deps: Deps) => void;
  /** The headers of one attempt to deliver an event. @param sign HMAC-SHA256 as hex, falsified where a fault says so */
  webhookHeaders: (
    deps: Deps,
    body: string,
    sign: (secret: string, payload: string) => Promise<string>,
  ) => Promise<Record<string, string>>;
};
