import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { createDatabase, type Database } from "~/db/client";
import { mapWork, row, runWork, type Work } from "~/db/work";
import { preparedOnce } from "~/db/prepared-once";
import { sessions, users } from "~/db/schema/people";
import { type Access, accessOf, type SessionClaim } from "~/core/session/access";

export type Viewer = {
  id: string;
  email: string | null;
  phone: string | null;
  fullName: string | null;
  createdAtMs: number;
  /** A reader sees what operators see, and changes nothing. */
  role: "investor" | "operator" | "reader";
  activated: boolean;
  /** Whether the last code of this session is young enough for what the request does. */
  fresh: boolean;
  sessionCreatedAtMs: number;
};

export type ViewerNow = Pick<Viewer, "activated"> & { nowMs: number };

/** The viewer if the session is live: not revoked, not expired, of the user's current epoch, and the user not suspended. */
export function readViewer(
  db: Database,
  { idHash, userId, nowMs, proofMs }: Omit<Access, "live" | "fresh">,
): Work<Viewer | null> {
  return mapWork(row(viewerQuery(db, { idHash, userId, nowMs })), (found) => {
    if (!found) return null;
    const { activatedAtMs, provedAtMs, ...viewer } = found;
    return { ...viewer, activated: activatedAtMs !== null, fresh: nowMs - provedAtMs < proofMs };
  });
}

const viewerQuery = preparedOnce(["idHash", "userId", "nowMs"], (db, { idHash, userId, nowMs }) =>
  db
    .select({
      id: users.id,
      email: users.email,
      phone: users.phone,
      fullName: users.fullName,
      createdAtMs: sql<number>`${users.createdAtMs}`.as("account_created_at_ms"),
      role: users.role,
      activatedAtMs: users.activatedAtMs,
      provedAtMs: sessions.provedAtMs,
      sessionCreatedAtMs: sessions.createdAtMs,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.idHash, idHash),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAtMs),
        gt(sessions.expiresAtMs, nowMs),
        eq(sessions.epoch, users.sessionEpoch),
        isNull(users.suspendedAtMs),
      ),
    ),
);

/** Whether this session would be live if its user were not suspended: the reason is for the owner of the session alone. */
export function endedBySuspension(db: Database, { idHash, userId }: SessionClaim, nowMs: number): Work<boolean> {
  const query = db.all(sql`SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id_hash = ${idHash} AND sessions.user_id = ${userId} AND sessions.revoked_at_ms IS NULL
      AND sessions.expires_at_ms > ${nowMs} AND users.suspended_at_ms IS NOT NULL AND users.closed_at_ms IS NULL`);
  return mapWork(row(query), (found) => found !== undefined);
}

/** For what is decided before a request is read, with no more than a binding: whether this is a live session of an operator. */
export async function isOperatorsSession(d1: D1Database, claim: SessionClaim, nowMs: number): Promise<boolean> {
  const db = createDatabase(d1);
  const viewer = await runWork(db, readViewer(db, accessOf(claim, nowMs)));
  return viewer?.role === "operator";
}
