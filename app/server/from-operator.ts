import { isOperatorsSession } from "~/core/session/operators-session";
import type { Clock } from "./clock";
import type { AppBindings, AppConfig } from "./env";
import { readSessionCookie } from "./session/cookie";

/**
 * Whether a live session of an operator sent it: a forged cookie, or one whose session is over, opens nothing. One round
 * trip of its own, with a good cookie only.
 */
export async function isFromOperator(
  request: Request,
  { DB }: Pick<AppBindings, "DB">,
  config: AppConfig,
  nowMs: Clock,
): Promise<boolean> {
  const claim = await readSessionCookie(config, request);
  return claim !== null && isOperatorsSession(DB, claim, nowMs());
}
