// What a session should do, as plain objects: who is signed in where, and what ends it.
import { SESSION_ABSOLUTE_MS } from "~/server/session/cookie";
import { SESSION_IDLE_MS, SESSION_SPREAD_MS } from "~/server/session/record";

const TOUCH_EVERY_MS = 86_400_000;
const FRESH_MS = 60 * 60_000;

type ModelSession = {
  /** When its code was given; a new address keeps it. */
  startedAtMs: number;
  /** When it got its current id. */
  namedAtMs: number;
  /** When its record was last written; null: there is none any more. */
  recordedAtMs: number | null;
  epoch: number;
  revoked: boolean;
};

class ModelUser {
  epoch = 0;
  suspended = false;
  /** The session in the n-th browser. */
  readonly browsers: (ModelSession | null)[] = [null, null, null];
}

export class SessionModel {
  readonly users = [new ModelUser(), new ModelUser()];
  constructor(public nowMs: number) {}

  user(user: number): ModelUser {
    const found = this.users[user];
    if (!found) throw new Error("no such user");
    return found;
  }

  signIn(user: number, browser: number) {
    const { browsers, epoch } = this.user(user);
    browsers[browser] = {
      startedAtMs: this.nowMs,
      namedAtMs: this.nowMs,
      recordedAtMs: this.nowMs,
      epoch,
      revoked: false,
    };
  }

  /** The first reason to refuse the session, or null if it is valid. */
  whyNot(user: number, { revoked, startedAtMs, namedAtMs, recordedAtMs, epoch }: ModelSession): string | null {
    const ageMs = this.nowMs - startedAtMs;
    const recorded = recordedAtMs !== null && this.nowMs - recordedAtMs < SESSION_IDLE_MS;
    if (revoked) return "revoked";
    if (this.user(user).suspended) return "suspended";
    if (epoch !== this.user(user).epoch) return "signed out everywhere";
    if (ageMs >= SESSION_ABSOLUTE_MS) return "too old";
    return recorded || this.nowMs - namedAtMs < SESSION_SPREAD_MS ? null : "idle";
  }

  /** A visit: a valid session is refreshed once a day, an invalid one is removed. */
  visit(user: number, browser: number): boolean {
    const session = this.user(user).browsers[browser];
    if (!session) return false;
    if (this.whyNot(user, session) !== null) {
      session.recordedAtMs = null;
      return false;
    }
    if (
      session.recordedAtMs !== null &&
      this.nowMs - session.recordedAtMs >= TOUCH_EVERY_MS &&
      this.nowMs - session.recordedAtMs < SESSION_IDLE_MS
    )
      session.recordedAtMs = this.nowMs;
    return true;
  }

  signOut(user: number, browser: number) {
    const { browsers } = this.user(user);
    const session = browsers[browser];
    if (session) Object.assign(session, { revoked: true, recordedAtMs: null });
    browsers[browser] = null;
  }

  /** Changing the address takes a fresh login, signs out every other browser and gives this session a new id. @returns whether it was changed */
  changeEmail(user: number, browser: number): boolean {
    if (!this.visit(user, browser)) return false;
    const { browsers } = this.user(user);
    if (this.nowMs - (browsers[browser]?.startedAtMs ?? 0) >= FRESH_MS) return false;
    Object.assign(browsers[browser] ?? {}, { namedAtMs: this.nowMs, recordedAtMs: this.nowMs });
    for (const [other, session] of browsers.entries()) if (session && other !== browser) session.revoked = true;
    return true;
  }
}
