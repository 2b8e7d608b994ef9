import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { type Work, writeThenRead } from "~/db/work";
import { type Access, provedAs, provedSince } from "./access";
import { FRESH_PROOF_MS } from "./require-fresh";
import type { Session, SessionResult } from "./session";

// The one door to what operators do. A batch begins with a statement that fails, and the whole batch with it, unless the session is
// live, its code is recent and its user has the role. So nothing behind it says who may do it, and nothing gets past it: whatever
// an operator does takes an `OperatorAccess`, and only this file hands one out.

declare const admitted: unique symbol;

/** Without the conditions that other statements carry: the guard has checked them. */
type Known = Omit<Access, "live" | "fresh">;

/** A user who sees the console: an operator or a reader. */
export type StaffAccess = Known & { readonly [admitted]: "staff" | "operator" };
/** A user who may change things. */
export type OperatorAccess = Known & { readonly [admitted]: "operator" };
/** Statements that begin with the guard. */
export type Guarded<T> = Work<T> & { readonly [admitted]: "guarded" };

type AccessFor = { look: StaffAccess; change: OperatorAccess; "move-money": OperatorAccess };
/** What the session is used for. For looking and for what moves no money, a code lasts while one works; else half an hour. */
export type Purpose = keyof AccessFor;

/** Why a session is turned away, by what the database says then (the triggers of `refusals`). */
const REFUSALS = {
  ended: "not allowed: the session has ended",
  stranger: "not allowed: no member of staff",
  "old-code": "not allowed: the code is too old",
  reader: "not allowed: readers change nothing",
} as const;
export type Refusal = keyof typeof REFUSALS;

export function guarded<N extends Purpose, T>(
  db: Database,
  access: Access,
  needs: N,
  make: (admitted: AccessFor[N]) => Work<T>,
): Guarded<T> {
  const role = (roles: SQL) =>
    sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${access.userId} AND users.role IN ${roles})`;
  const roles = needs === "look" ? sql`('operator', 'reader')` : sql`('operator')`;
  const sinceMs = needs === "move-money" ? access.nowMs - FRESH_PROOF_MS : provedSince(access, access.nowMs);
  const mayNot = sql`CASE WHEN ${provedAs(access, roles, sinceMs, access.nowMs)} THEN NULL
    WHEN ${access.live} IS NOT TRUE THEN 'ended'
    WHEN NOT ${role(sql`('operator', 'reader')`)} THEN 'stranger'
    WHEN ${access.fresh} IS NOT TRUE AND NOT EXISTS (SELECT 1 FROM sessions
      WHERE id_hash = ${access.idHash} AND proved_at_ms > ${sinceMs}) THEN 'old-code'
    ${needs === "look" ? sql`` : sql`WHEN NOT ${role(sql`('operator')`)} THEN 'reader'`} END`;
  const guard = db.run(sql`INSERT INTO refusals (reason) SELECT ${mayNot} AS reason WHERE reason IS NOT NULL`);
  const { idHash, userId, nowMs } = access;
  return writeThenRead([guard], make({ idHash, userId, nowMs } as AccessFor[N])) as Guarded<T>;
}

/** True if the viewer may change things too: for what a reader's page must not open. */
export const mayChange = ({ userId }: StaffAccess): SQL =>
  sql`EXISTS (SELECT 1 FROM users WHERE users.id = ${userId} AND users.role = 'operator')`;

/** Why the guard turned the session away, before anything of the batch has happened; null: the error is of another kind. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const found = (Object.keys(REFUSALS) as Refusal[]).find((one) => error.message.includes(REFUSALS[one]));
  return found ?? refusalIn(error.cause);
}

/** For use cases of several steps: whatever they read or write, the guard is in front of it. */
export type OperatorSession = Pick<Session, "claim"> & {
  readonly [admitted]: "operator";
  /** One round trip. */
  read: <T>(work: (operator: OperatorAccess) => Work<T>) => Promise<SessionResult<T>>;
  /** One round trip. */
  write: <T>(work: (operator: OperatorAccess) => Work<T>) => Promise<SessionResult<T>>;
};

/**
 * @param needs what it changes; unless said otherwise, money
 * @throws what `refusalIn` knows, from each step of a session that may not take it
 */
export function operatorSession(
  db: Database,
  session: Session,
  needs: Exclude<Purpose, "look"> = "move-money",
): OperatorSession {
  return {
    claim: session.claim,
    read: (make) => session.read((access) => guarded(db, access, needs, make)),
    write: (make) => session.write((access) => guarded(db, access, needs, make)),
  } as OperatorSession;
}
