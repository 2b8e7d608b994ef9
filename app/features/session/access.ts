import { type SQL, sql } from "drizzle-orm";
import { FRESH_PROOF_MS } from "./require-fresh";

/** What the cookie or token says whose session this is. Its signature is good; nothing more is known until D1 has confirmed it. */
export type SessionClaim = { idHash: string; userId: string };

/** What statements of a request rely on: who claims to ask, the time, and conditions that hold only while the session does. */
export type Access = SessionClaim & {
  nowMs: number;
  /** True while the session is alive. */
  live: SQL;
  /** True while it is alive and its code was given within the last half hour. */
  fresh: SQL;
};

export function accessOf(claim: SessionClaim, nowMs: number): Access {
  const live = liveSession(claim, nowMs);
  return { ...claim, nowMs, live, fresh: freshSession(claim, live, nowMs) };
}

/** The condition of `viewerQuery`, for writes that go out in the same batch as the check. */
function liveSession(claim: SessionClaim, nowMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id_hash = ${claim.idHash} AND sessions.user_id = ${claim.userId} AND sessions.revoked_at_ms IS NULL
      AND sessions.expires_at_ms > ${nowMs} AND sessions.epoch = users.session_epoch AND users.suspended_at_ms IS NULL
      AND coalesce(sessions.idle_ends_at_ms > ${nowMs}, 1))`;
}

function freshSession({ idHash }: SessionClaim, live: SQL, nowMs: number): SQL {
  return sql`${live} AND EXISTS (SELECT 1 FROM sessions
    WHERE sessions.id_hash = ${idHash} AND sessions.proved_at_ms > ${nowMs - FRESH_PROOF_MS})`;
}
