import type { LoginDeps } from "~/areas/accounts/login/login-deps";
import type { RequestContext } from "./context";
import { keyedHash } from "./keyed-hash";
import { loginCookie } from "./login-cookie";
import { newSessionId } from "./session/cookie";

/** What the login needs, taken from a request's context. */
export function loginDeps(context: RequestContext): LoginDeps {
  const { db, nowMs, newId, origin, mailer, phoneCodes, log, config } = context;
  return {
    db,
    nowMs,
    newId,
    origin,
    mailer,
    phoneCodes,
    log,
    hash: (text) => keyedHash(config.CODE_SECRET, text),
    newSecretId: newSessionId,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    flowCookie: loginCookie(config),
  };
}
