import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { sessions, users } from "~/db/schema/people";
import type { PresentedSession } from "./session";

/** The signed-in person, as D1 has them at this very moment. */
export type Viewer = {
  id: string;
  email: string | null;
  phone: string | null;
  fullName: string | null;
  role: "investor" | "operator";
  /** Joining fee paid and account active. */
  activated: boolean;
  /** When a code was last given for this session. */
  provedAtMs: number;
  sessionCreatedAtMs: number;
};

/** One row if this session is alive: not revoked, not past its end, of the user's present epoch, user not suspended. */
export function viewerQuery(db: Database, presented: PresentedSession, nowMs: number) {
  return db
    .select({
      id: users.id,
      email: users.email,
      phone: users.phone,
      fullName: users.fullName,
      role: users.role,
      activatedAtMs: users.activatedAtMs,
      provedAtMs: sessions.provedAtMs,
      sessionCreatedAtMs: sessions.createdAtMs,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.idHash, presented.idHash),
        eq(sessions.userId, presented.userId),
        isNull(sessions.revokedAtMs),
        gt(sessions.expiresAtMs, nowMs),
        eq(sessions.epoch, users.sessionEpoch),
        isNull(users.suspendedAtMs),
      ),
    );
}

type ViewerRow = Awaited<ReturnType<typeof viewerQuery>>[number];

export function toViewer(row: ViewerRow): Viewer {
  const { activatedAtMs, ...rest } = row;
  return { ...rest, activated: activatedAtMs !== null };
}

/** The same condition as SQL, for writes that go out in the same batch as the check. */
export function liveSession(presented: PresentedSession, nowMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE sessions.id_hash = ${presented.idHash} AND sessions.user_id = ${presented.userId} AND sessions.revoked_at_ms IS NULL
      AND sessions.expires_at_ms > ${nowMs} AND sessions.epoch = users.session_epoch AND users.suspended_at_ms IS NULL)`;
}
