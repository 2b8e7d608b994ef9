import type { Cookie } from "@remix-run/cloudflare";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

/** Longer than the login itself, so that the code page can say what happened to it. */
const COOKIE_LIFE_S = 86_400;

/** Names a login in progress and nothing more; everything about it stays in D1. */
export function loginCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "login", COOKIE_LIFE_S);
}

export async function readFlowId(
  config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">,
  request: Request,
): Promise<string | null> {
  const id: unknown = await loginCookie(config).parse(request.headers.get("Cookie"));
  return typeof id === "string" && id !== "" ? id : null;
}

export async function endLoginCookie(
  config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">,
  flowId: string,
): Promise<string> {
  return loginCookie(config).serialize(flowId, { maxAge: SECOND_TAP_MS / 1000 });
}

export async function clearLoginCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Promise<string> {
  return loginCookie(config).serialize("", { maxAge: 0 });
}
