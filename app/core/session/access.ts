import { type SQL, sql } from "drizzle-orm";

/** A form about money or an account opens with a code younger than this. */
export const OPEN_PROOF_MS = 30 * 60_000;
/** It is sent with a code younger than this, so that filling it in is never interrupted and nothing typed has to be kept. */
export const SEND_PROOF_MS = 60 * 60_000;

/** Which session a cookie or token names. The signature is verified; the rest is unknown until D1 has confirmed it. */
export type SessionClaim = { idHash: string; userId: string };

/** The facts that the statements of a request rely on: whose session is claimed, the time, and conditions true only while it is live. */
export type Access = SessionClaim & { nowMs: number; proofMs: number; live: SQL; fresh: SQL };

export function accessOf({ idHash, userId }: SessionClaim, nowMs: number, proofMs = SEND_PROOF_MS): Access {
  const claim = { idHash, userId };
  const live = liveSession(claim, nowMs);
  const fresh = sql`${live} AND EXISTS (SELECT 1 FROM sessions
    WHERE sessions.id_hash = ${idHash} AND sessions.proved_at_ms > ${nowMs - proofMs})`;
  return { ...claim, nowMs, proofMs, live, fresh };
}

/**
 * True while the session is live, its code was entered after `sinceMs` and its user may do this: one look at the session.
 * @param may of the row of `users`
 */
export const provedAs = (claim: SessionClaim, may: SQL, sinceMs: number, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE ${isLive(claim, nowMs)} AND sessions.proved_at_ms > ${sinceMs} AND ${may})`;

/** The same condition as in `viewerQuery`, for writes in the batch that checks it. */
function liveSession(claim: SessionClaim, nowMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${isLive(claim, nowMs)})`;
}

const isLive = (claim: SessionClaim, nowMs: number): SQL =>
  sql`sessions.id_hash = ${claim.idHash} AND sessions.user_id = ${claim.userId} AND sessions.revoked_at_ms IS NULL
    AND sessions.expires_at_ms > ${nowMs} AND sessions.epoch = users.session_epoch AND users.suspended_at_ms IS NULL`;
