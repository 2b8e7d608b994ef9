import type { Cookie } from "@remix-run/cloudflare";
import type { Deps } from "~/core/deps";

/** Every expected failure on the way to a session. */
export type LoginFailure =
  /** Nothing was sent or tried; `retryAtMs` says when to retry. */
  | { code: "too-many"; retryAtMs: number }
  /** It is not this stranger's turn yet; the ticket will give it to them. */
  | { code: "not-yet"; retryAtMs: number; ticket: string }
  /** The sender did not answer; nothing was counted. */
  | { code: "unavailable" }
  /** The sender will never deliver to this address. */
  | { code: "rejected" }
  | { code: "wrong-code"; triesLeft: number }
  | { code: "expired-code" | "ended-code" | "too-many-tries" }
  /** An earlier tap with the same code is still being checked. */
  | { code: "still-checking" }
  /** No login is in progress, or it has expired. */
  | { code: "no-flow" }
  | { code: "suspended" };

export type Failed = { ok: false; failure: LoginFailure };

export function failed(failure: LoginFailure): Failed {
  return { ok: false, failure };
}

/** Carries an expected failure through library code that only passes errors on. */
export class LoginStop extends Error {
  constructor(readonly failure: LoginFailure) {
    super(failure.code);
    this.name = "LoginStop";
  }
}

/** Who asks for a code. */
export type Asker = {
  ip: string;
  /** Null where there are no cookies, as in the API. Only the browser has this id; stored are hashes of it. */
  browserId: string | null;
  /** The account, if signed in: then the limit counts by account. */
  userId: string | null;
  /** The addresses this browser has proved before, as `addressTag`. */
  known: readonly string[];
};

/** What a browser keeps of an address it proved: enough to recognise it, not enough to reveal it. */
export const addressTag = (addressHash: string): string => addressHash.slice(0, 16);

export type LoginDeps = Pick<Deps, "db" | "nowMs" | "newId" | "origin" | "mailer" | "phoneCodes" | "log"> & {
  /** HMAC-SHA256 with the code secret, stored in place of ids, addresses and IPs. */
  hash: (text: string) => Promise<string>;
  /** 256 random bits as text. */
  newSecretId: () => string;
  /** Waits while another request of the same visitor is about to be answered. */
  pause: (ms: number) => Promise<void>;
  /** The signed cookie that names the login in progress. */
  flowCookie: Cookie;
};
