import type { Cookie } from "@remix-run/cloudflare";
import type { Deps } from "~/core/deps";
import type { PhoneCodes } from "~/integrations/phone-codes/port";

export type LoginFailure =
  | { code: "too-many"; retryAtMs: number }
  | { code: "not-yet"; retryAtMs: number; ticket: string }
  | { code: "unavailable" }
  | { code: "rejected" }
  | { code: "wrong-code"; triesLeft: number }
  | { code: "expired-code" | "ended-code" | "too-many-tries" }
  | { code: "still-checking" }
  | { code: "no-flow" }
  | { code: "suspended" };

export type Failed = { ok: false; failure: LoginFailure };

export function failed(failure: LoginFailure): Failed {
  return { ok: false, failure };
}

export class LoginStop extends Error {
  constructor(readonly failure: LoginFailure) {
    super(failure.code);
    this.name = "LoginStop";
  }
}

export type Asker = { ip: string; browserId: string | null; userId: string | null; known: readonly string[] };

/** A browser's mark of an address it proved: enough to recognise it, not enough to reveal it. */
export const addressTag = (addressHash: string): string => addressHash.slice(0, 16);

export type LoginDeps = Deps & {
  phoneCodes: PhoneCodes;
  /** HMAC-SHA256 with the code secret, stored in place of ids, addresses and IPs. */
  hash: (text: string) => Promise<string>;
  newSecretId: () => string;
  pause: (ms: number) => Promise<void>;
  flowCookie: Cookie;
};
