import type { SessionClaim } from "~/core/session/access";
import { FRESH_PROOF_MS } from "~/core/session/require-fresh";
import type { RequestContext } from "./context";
import { signedCookie } from "./signed-cookie";

// That a session is being worked with in the console, and when it was last: signed, for that session alone, and kept by its browser, so
// that looking at a page writes nothing. It prolongs a code (core/session/access); by itself it opens nothing.

const MINUTE_MS = 60_000;

const cookieOf = ({ config }: Pick<RequestContext, "config">) => signedCookie(config, "at-work", FRESH_PROOF_MS / 1000);

export async function atWork(request: Request, context: RequestContext, claim: SessionClaim): Promise<SessionClaim> {
  const kept: unknown = await cookieOf(context).parse(request.headers.get("Cookie"));
  const [idHash, atMs] = typeof kept === "string" ? kept.split(" ") : [];
  return idHash === claim.idHash ? { ...claim, workedAtMs: Number(atMs) } : claim;
}

/** Set-Cookie value for the answer to a member of staff; null where the last minute's is as good. */
export async function keepAtWork(
  context: RequestContext,
  { idHash, workedAtMs = 0 }: SessionClaim,
): Promise<string | null> {
  const nowMs = context.nowMs();
  return nowMs - workedAtMs < MINUTE_MS ? null : cookieOf(context).serialize(`${idHash} ${nowMs}`);
}
