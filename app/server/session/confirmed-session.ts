import { nothing } from "~/db/work";
import type { Session } from "~/core/session/session";
import type { RequestArgs } from "~/server/context";
import { requireSession } from "./page-session";

/** How long a session may appear to live on after it has ended. */
const MINUTE_MS = 60_000;
const MOST_KEPT = 20_000;

/** When the database last confirmed a session: of this isolate. */
const confirmedAtMs = new Map<string, number>();

/**
 * For a page that thousands ask for again and again, and that shows nothing of the person: the database confirms the session once a
 * minute, and the record in KV each time. No round trip in between.
 */
export async function requireConfirmedSession(args: RequestArgs): Promise<Session> {
  const session = await requireSession(args);
  const nowMs = args.context.nowMs();
  const { idHash } = session.claim;
  if (nowMs - (confirmedAtMs.get(idHash) ?? -Infinity) < MINUTE_MS) {
    await session.awake();
    return session;
  }
  confirmedAtMs.delete(idHash);
  await session.read(() => nothing);
  if (confirmedAtMs.size >= MOST_KEPT) confirmedAtMs.clear();
  confirmedAtMs.set(idHash, nowMs);
  return session;
}
