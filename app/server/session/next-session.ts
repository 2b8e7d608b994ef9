import { runWork } from "~/db/work";
import { accessOf, type SessionClaim } from "~/core/session/access";
import { readViewer } from "~/core/session/viewer";
import type { RequestContext, RequestArgs } from "~/server/context";
import { keyedHash } from "~/server/keyed-hash";
import { commitSessionCookie, readSessionCookie } from "./cookie";
import { deleteSessionRecord, writeSessionRecord } from "./record";

// When an account's address changes, its session gets a new id. It is derived from the old id, the started change and its code,
// so that the same form sent twice gives the same session, and no one who lacks one of the three can derive it.
export type NextSession = { sid: string; claim: SessionClaim; before: SessionClaim };

/** Null without a session cookie. */
export async function nextSession(
  { request, context: { config } }: RequestArgs,
  { flowId, code }: { flowId: string; code: string },
): Promise<NextSession | null> {
  const before = await readSessionCookie(config, request);
  if (!before) return null;
  const sid = (await keyedHash(config.SESSION_SECRET, `next:${before.idHash}:${flowId}:${code}`)).slice(0, 52);
  const idHash = await keyedHash(config.SESSION_SECRET, sid);
  return { sid, before, claim: { idHash, userId: before.userId } };
}

/** The cookie of a session that D1 has already. */
export async function enterNextSession({ context }: RequestArgs, { sid, claim, before }: NextSession): Promise<string> {
  const { kv, config } = context;
  const nowMs = context.nowMs();
  const { userId } = claim;
  try {
    await writeSessionRecord(kv, claim.idHash, { userId, createdAtMs: nowMs, lastSeenMs: nowMs });
  } catch {
    // D1 alone is enough for a young session; the visitor signs in again if KV never gets the record.
    context.log("session-record-not-written", { userId });
  }
  context.waitUntil(deleteSessionRecord(kv, before.idHash));
  return commitSessionCookie(config, { sid, userId });
}

const SAME_FORM_MS = 60_000;
const LOOKS_AFTER_MS = [0, 200, 800, 2_000];

/** Whether the same form was just sent and has gone through, or does so now. One round trip a look. */
export async function isEntered({ db, nowMs, wait }: RequestContext, { claim }: NextSession): Promise<boolean> {
  for (const pauseMs of LOOKS_AFTER_MS) {
    await wait(pauseMs);
    const viewer = await runWork(db, readViewer(db, accessOf(claim, nowMs())));
    if (viewer && nowMs() - viewer.sessionCreatedAtMs < SAME_FORM_MS) return true;
  }
  return false;
}
