import type { SessionClaim } from "~/core/session/access";
import { readEndedSessions } from "~/core/session/ended-sessions";
import { Lookers } from "~/core/session/lookers";
import type { RequestContext } from "~/server/context";
import { readSessionRecord } from "./record";

// A session without a trip, for the pages of a cask that is launching, which show nothing of the person. The record in KV admits it; many
// sessions at once are confirmed by the database after they were shown a page, so that here alone a session may end a little late.

const lookers = new Lookers();
/** From one question to the next: what comes meanwhile is gathered. */
const ASKS_EVERY_MS = 5_000;
const GATHERS_FOR_MS = 1_000;
const MOST_AT_ONCE = 1_000;
let askedAtMs = -Infinity;

/** @returns null: only the database can say */
export async function knownSession(context: RequestContext, claim: SessionClaim): Promise<{ activated: boolean } | null> {
  const nowMs = context.nowMs();
  const record = await readSessionRecord(context.kv, claim.idHash, nowMs);
  if (record?.activated === undefined || lookers.hasEnded(claim, nowMs)) return null;
  if (lookers.areDue && nowMs - askedAtMs >= ASKS_EVERY_MS) {
    askedAtMs = nowMs;
    context.waitUntil(confirm(context));
  }
  return { activated: record.activated };
}

async function confirm({ db, wait, nowMs, log }: RequestContext): Promise<void> {
  await wait(GATHERS_FOR_MS);
  const now = nowMs();
  lookers.forget(now);
  const due = lookers.due(MOST_AT_ONCE);
  try {
    lookers.confirmed(due, await readEndedSessions(db, due, now), now);
  } catch (error) {
    // They are still due, and the next page asks.
    log("sessions-not-confirmed", { count: due.length, error: String(error) });
  }
}
