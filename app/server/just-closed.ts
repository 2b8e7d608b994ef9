import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

// The answer that closes an account takes the session's cookie away. A second tap that leaves after it comes with this one
// instead, and is answered like the first.

const LIFE_S = 60;

type Config = Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">;

/** A Set-Cookie value. */
export const markJustClosed = (config: Config) => signedCookie(config, "closed", LIFE_S).serialize("1");

export async function hasJustClosed(config: Config, request: Request): Promise<boolean> {
  return (await signedCookie(config, "closed", LIFE_S).parse(request.headers.get("Cookie"))) === "1";
}
