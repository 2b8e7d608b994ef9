import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

// The answer that closes an account, or ends every session, takes the session's cookie away. A second tap that leaves after it
// comes with this one instead, and is answered like the first.

const LIFE_S = 60;

type Config = Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">;
type Ended = "account" | "sessions";

export const markJustEnded = (config: Config, what: Ended) => signedCookie(config, "ended", LIFE_S).serialize(what);

export async function hasJustEnded(config: Config, request: Request, what: Ended): Promise<boolean> {
  return (await signedCookie(config, "ended", LIFE_S).parse(request.headers.get("Cookie"))) === what;
}
