import { type SQL, sql } from "drizzle-orm";
import { FRESH_PROOF_MS } from "~/features/login/require-fresh-proof";
import type { PresentedSession } from "./session";
import { liveSession } from "./viewer";

/** For statements that touch bank details: the session lives, and its code was given within the last half hour. */
export function freshSession(presented: PresentedSession, nowMs: number): SQL {
  return sql`${liveSession(presented, nowMs)} AND EXISTS (SELECT 1 FROM sessions
    WHERE sessions.id_hash = ${presented.idHash} AND sessions.proved_at_ms > ${nowMs - FRESH_PROOF_MS})`;
}
