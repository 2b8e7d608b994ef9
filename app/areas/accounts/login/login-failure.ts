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
