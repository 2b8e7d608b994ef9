import { type Cookie, createCookie } from "@remix-run/cloudflare";
import { FLOW_LIFE_MS } from "~/features/login/login-flow";
import type { AppConfig } from "./env";

/** Names a begun login, and nothing more: what it is about stays in D1. */
export function loginCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  const secure = config.ENVIRONMENT === "production";
  return createCookie(secure ? "__Host-login" : "login", {
    secrets: [config.SESSION_SECRET],
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    maxAge: FLOW_LIFE_MS / 1000,
  });
}

/** Null without a cookie of ours. Whether the login still stands, D1 knows. */
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
