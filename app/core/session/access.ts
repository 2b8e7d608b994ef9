import { type SQL, sql } from "drizzle-orm";
import { FRESH_PROOF_MS, WORKING_DAY_MS } from "./require-fresh";

/** Which session a cookie or token names. The signature is verified; the rest is unknown until D1 has confirmed it. */
export type SessionClaim = {
  idHash: string;
  userId: string;
  /** When it was last used in the console, as a signed cookie of its browser says. */
  workedAtMs?: number;
};

/** What the statements of a request rely on: whose session is claimed, the time, and conditions true only while it is live. */
export type Access = SessionClaim & {
  nowMs: number;
  /** True while the session is live. */
  live: SQL;
  /** True while it is live and its code was entered within the last half hour. */
  fresh: SQL;
};

export function accessOf(claim: SessionClaim, nowMs: number): Access {
  const live = liveSession(claim, nowMs);
  return { ...claim, nowMs, live, fresh: freshSession(claim, live, nowMs) };
}

/**
 * True while the session is live, its code was entered after `sinceMs` and its user may do this: one look at the session.
 * @param may of the row of `users`
 */
export const provedAs = (claim: SessionClaim, may: SQL, sinceMs: number, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE ${isLive(claim, nowMs)} AND sessions.proved_at_ms > ${sinceMs} AND ${may})`;

/** Since when a code is recent enough for who works: half an hour, or half a day without a pause of half an hour. */
export const provedSince = ({ workedAtMs = 0 }: SessionClaim, nowMs: number): number =>
  nowMs - (workedAtMs > nowMs - FRESH_PROOF_MS ? WORKING_DAY_MS : FRESH_PROOF_MS);

/** The same condition as in `viewerQuery`, for writes in the batch that checks it. */
function liveSession(claim: SessionClaim, nowMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${isLive(claim, nowMs)})`;
}

/** For a query of `sessions` joined with their `users`. */
const isLive = (claim: SessionClaim, nowMs: number): SQL =>
  sql`sessions.id_hash = ${claim.idHash} AND sessions.user_id = ${claim.userId} AND sessions.revoked_at_ms IS NULL
    AND sessions.expires_at_ms > ${nowMs} AND sessions.epoch = users.session_epoch AND users.suspended_at_ms IS NULL
    AND coalesce(sessions.idle_ends_at_ms > ${nowMs}, 1)`;

function freshSession({ idHash }: SessionClaim, live: SQL, nowMs: number): SQL {
  return sql`${live} AND EXISTS (SELECT 1 FROM sessions
    WHERE sessions.id_hash = ${idHash} AND sessions.proved_at_ms > ${nowMs - FRESH_PROOF_MS})`;
}
