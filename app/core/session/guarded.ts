import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Work, writeThenRead } from "~/db/work";
import { type Access, provedAs } from "./access";
import type { Session, SessionResult } from "./session";

// The one door to what operators do. A batch begins with a statement that fails, and the whole batch with it, unless the session is
// live, its code is recent and its user is an operator, or for looking also a reader. So nothing behind it says who may do it, and nothing gets past it: whatever
// an operator does takes an `OperatorAccess`, and only this file hands one out.

declare const admitted: unique symbol;

type Known = Omit<Access, "live" | "fresh" | "proofMs">;

export type StaffAccess = Known & { readonly [admitted]: "staff" | "operator" };
export type OperatorAccess = Known & { readonly [admitted]: "operator" };
export type Guarded<T> = Work<T> & { readonly [admitted]: "guarded" };

export type Purpose = "look" | "change";
type AccessFor<N> = N extends "look" ? StaffAccess : OperatorAccess;

/** Why a session is turned away, by what the database says then (the triggers of `refusals`). */
const REFUSALS = {
  ended: "an operator must be logged in",
  stranger: "people outside the staff cannot do this",
  "old-code": "an operator must have a fresh code",
  reader: "readers cannot change anything",
} as const;
export type Refusal = keyof typeof REFUSALS;

const isOperator = sql`users.role = 'operator'`;

export function guarded<N extends Purpose, T>(
  db: Database,
  access: Access,
  needs: N,
  make: (admitted: AccessFor<N>) => Work<T>,
): Guarded<T> {
  const who = (may: SQL) => sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${access.userId} AND ${may})`;
  const isStaff = sql`users.role IN ('operator', 'reader')`;
  const may = needs === "look" ? isStaff : isOperator;
  const sinceMs = access.nowMs - access.proofMs;
  const mayNot = sql`CASE WHEN ${provedAs(access, may, sinceMs, access.nowMs)} THEN NULL
    WHEN ${access.live} IS NOT TRUE THEN 'ended'
    WHEN NOT ${who(isStaff)} THEN 'stranger'
    ${needs === "look" ? sql`` : sql`WHEN NOT ${who(may)} THEN 'reader'`}
    WHEN ${access.fresh} IS NOT TRUE THEN 'old-code' END`;
  const guard = db.run(sql`INSERT INTO refusals (reason) SELECT ${mayNot} AS reason WHERE reason IS NOT NULL`);
  const { idHash, userId, nowMs } = access;
  return writeThenRead([guard], make({ idHash, userId, nowMs } as AccessFor<N>)) as Guarded<T>;
}

/** True if the viewer may change things too: for what a page must not open to readers. */
export const mayChange = ({ userId }: StaffAccess): SQL =>
  sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND ${isOperator})`;

/** Why the guard turned the session away, before anything of the batch has happened; null: the error is of another kind. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const found = (Object.keys(REFUSALS) as Refusal[]).find((one) => error.message.includes(REFUSALS[one]));
  return found ?? refusalIn(error.cause);
}

export type OperatorSession = Pick<Session, "claim"> & {
  readonly [admitted]: "operator";
  read: <T>(work: (operator: OperatorAccess) => Work<T>) => Promise<SessionResult<T>>;
  write: <T>(work: (operator: OperatorAccess) => Work<T>) => Promise<SessionResult<T>>;
};

/**
 * @throws what `refusalIn` knows, from each step of a session that may not take it
 */
export function operatorSession(db: Database, session: Session): OperatorSession {
  return {
    claim: session.claim,
    read: (make) => session.read((access) => guarded(db, access, "change", make)),
    write: (make) => session.write((access) => guarded(db, access, "change", make)),
  } as OperatorSession;
}
