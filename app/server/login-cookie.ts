import type { Cookie } from "@remix-run/cloudflare";
import { FLOW_LIFE_MS } from "~/features/login/login-flow";
import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

/** Names a login in progress and nothing more; everything about it stays in D1. */
export function loginCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "login", FLOW_LIFE_MS / 1000);
}

/** null without a valid cookie. Only D1 knows whether the login is still in progress. */
export async function readFlowId(
  config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">,
  request: Request,
): Promise<string | null> {
  const id: unknown = await loginCookie(config).parse(request.headers.get("Cookie"));
  return typeof id === "string" && id !== "" ? id : null;
}

export async function clearLoginCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Promise<string> {
  return loginCookie(config).serialize("", { maxAge: 0 });
}
