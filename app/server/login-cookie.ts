import type { Cookie } from "@remix-run/cloudflare";
import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

type Config = Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">;

/** Longer than the login itself, so that the code page can say what happened to it. */
const COOKIE_LIFE_S = 86_400;

/** Names a login in progress and nothing more; everything about it stays in D1. */
export const loginCookie = (config: Config): Cookie => signedCookie(config, "login", COOKIE_LIFE_S);

export async function readFlowId(config: Config, request: Request): Promise<string | null> {
  const id: unknown = await loginCookie(config).parse(request.headers.get("Cookie"));
  return typeof id === "string" && id !== "" ? id : null;
}
