import { eq, sql } from "drizzle-orm";
import { type Access, accessOf } from "~/core/session/access";
import { type OperatorAccess, type OperatorSession, operatorSession } from "~/core/session/guarded";
import type { Session, SessionResult } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { mapWork, row, runWork, together, type Work } from "~/db/work";

type Options = { alive?: boolean };

/** A session of this user behind the guard, which turns away everyone but operators. @param alive false: it has ended */
export const openOperatorSession = (context: Needs, userId: string, options: Options = {}): OperatorSession =>
  operatorSession(context.db, openSession(context, userId, options));

/** One step of such a session. */
export const asOperator = async <T>(
  context: Needs,
  userId: string,
  make: (operator: OperatorAccess) => Work<T>,
  options: Options = {},
): Promise<T> => (await openOperatorSession(context, userId, options).write(make)).result;

/** The error of a step that the guard turned away. */
export const TURNED_AWAY =
  /an operator must be logged in|people outside the staff cannot do this|an operator must have a fresh code|readers cannot change anything/;

type Needs = { db: Database; nowMs: () => number };

/**
 * A session of this user without cookie, token or KV, whose code was given just now.
 * @param alive false: it ended after it was read, so nothing may be written any more
 */
export function openSession({ db, nowMs: clock }: Needs, userId: string, { alive = true } = {}): Session {
  const claim = { userId, idHash: `open-session-of-${userId}` };
  const run = async <T>(make: (access: Access) => Work<T>): Promise<SessionResult<T>> => {
    const nowMs = clock();
    const holds = alive ? sql`1 = 1` : sql`1 = 0`;
    const work = make({ ...accessOf(claim, nowMs), live: holds, fresh: holds });
    const { viewer, result } = await runWork(db, together({ viewer: readUser(db, userId, nowMs), result: work }));
    return { viewer, nowMs, result };
  };
  return { claim, read: run, write: run };
}

function readUser(db: Database, userId: string, nowMs: number): Work<Viewer> {
  const query = db
    .select({
      id: users.id,
      email: users.email,
      phone: users.phone,
      fullName: users.fullName,
      createdAtMs: users.createdAtMs,
      role: users.role,
      activatedAtMs: users.activatedAtMs,
    })
    .from(users)
    .where(eq(users.id, userId));
  return mapWork(row(query), (user) => {
    if (!user) throw new Error(`there is no user ${userId}`);
    const { activatedAtMs, ...rest } = user;
    return { ...rest, activated: activatedAtMs !== null, fresh: true, sessionCreatedAtMs: nowMs };
  });
}
