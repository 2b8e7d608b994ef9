import { finishLogin } from "~/features/login/finish-login";
import type { Failed } from "~/features/login/login-failure";
import { issueToken } from "./bearer";
import type { RequestContext } from "~/server/context";
import { keyedHash } from "~/server/keyed-hash";
import { loginDeps } from "~/server/login-deps";
import { newSessionId, SESSION_ABSOLUTE_MS } from "~/server/session/cookie";

/** A right code becomes a token, once. Its session id is thrown away, so that no cookie can ever be made for it. */
export async function tokenForCode(
  context: RequestContext,
  proof: { flowId: string; code: string },
): Promise<{ ok: true; token: string } | Failed> {
  const { config, ip } = context;
  const nowMs = context.nowMs();
  const idHash = await keyedHash(config.SESSION_SECRET, newSessionId());
  const finished = await finishLogin(loginDeps(context), {
    ...proof,
    ip,
    session: { idHash, expiresAtMs: nowMs + SESSION_ABSOLUTE_MS },
    previousIdHash: null,
  });
  if (!finished.ok) return finished;
  return { ok: true, token: await issueToken(config, { userId: finished.userId, idHash }, nowMs) };
}
