/** Everything that can be expected to go wrong on the way to a session. */
export type LoginFailure =
  /** Nothing was sent or tried; `retryAtMs` says when it may be. */
  | { code: "too-many"; retryAtMs: number }
  /** A stranger's turn has not come yet; with the ticket it comes. */
  | { code: "not-yet"; retryAtMs: number; ticket: string }
  /** The sender gave no answer: nothing was counted. */
  | { code: "unavailable" }
  /** The sender will never deliver to this address. */
  | { code: "rejected" }
  | { code: "wrong-code"; triesLeft: number }
  | { code: "expired-code" | "ended-code" | "too-many-tries" }
  /** The same code is being looked at for a tap before this one. */
  | { code: "still-checking" }
  /** No login was started, or it is too long ago. */
  | { code: "no-flow" }
  | { code: "suspended" };

export type Failed = { ok: false; failure: LoginFailure };

export function failed(failure: LoginFailure): Failed {
  return { ok: false, failure };
}

/** Carries an expected failure out through code that only knows errors. */
export class LoginStop extends Error {
  constructor(readonly failure: LoginFailure) {
    super(failure.code);
    this.name = "LoginStop";
  }
}
