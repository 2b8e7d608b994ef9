import { isOperatorsSession } from "~/core/session/operators-session";
import type { Clock } from "./clock";
import type { AppBindings, AppConfig } from "./env";
import { readSessionCookie } from "./session/cookie";

/** A forged cookie, or one whose session is over, opens nothing. */
export async function isFromOperator(
  request: Request,
  { DB }: Pick<AppBindings, "DB">,
  config: AppConfig,
  nowMs: Clock,
): Promise<boolean> {
  const claim = await readSessionCookie(config, request);
  return claim !== null && isOperatorsSession(DB, claim, nowMs());
}
