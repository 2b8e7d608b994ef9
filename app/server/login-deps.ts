import type { LoginDeps } from "~/areas/accounts/login/login-deps";
import type { RequestContext } from "./context";
import { keyedHash } from "./keyed-hash";
import { loginCookie } from "./login-cookie";
import { newSessionId } from "./session/cookie";

export function loginDeps(context: RequestContext): LoginDeps {
  return {
    ...context,
    hash: (text) => keyedHash(context.config.CODE_SECRET, text),
    newSecretId: newSessionId,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    flowCookie: loginCookie(context.config),
  };
}
