import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";

// How long a withdrawal waits, so that an investor has time to notice an intruder in the account. It waits 48 hours for an
// account that was not paid to before, and until 48 hours after any change of mailbox, phone number or bank details.

export const HOLD_MS = 48 * 3_600_000;

type OfUser = { userId: string; nowMs: number };

/** When a request made now may be paid, asked by the statement that makes it. @param marks of the account it names */
export function payableFrom(asked: OfUser & { marks: readonly string[] }): SQL {
  const { userId, marks, nowMs } = asked;
  const known = sql`(${sql.join(
    marks.map((mark) => sql`${mark}`),
    sql`, `,
  )})`;
  return sql`max(${nowMs}, ${heldAfterChange(userId)},
    iif(${wasPaidTo(userId, known)}, 0, ${nowMs + HOLD_MS}))`;
}

/** Why a request would wait, and until when. */
export type Hold = { why: "changed" | "new-account"; untilMs: number };

/** What is known of the wait before a form is sent: for the saved account, or without one for any. */
export function readHold(db: Database, { userId, nowMs }: OfUser): Work<Hold | null> {
  const query = db.all<{ contactChangedAtMs: number | null; changedAtMs: number | null; known: number }>(
    sql`SELECT contact_changed_at_ms AS contactChangedAtMs, bank_details.changed_at_ms AS changedAtMs,
      ${wasPaidTo(userId, sql`(bank_details.account_mark)`)} AS known
    FROM users LEFT JOIN bank_details ON bank_details.user_id = users.id WHERE users.id = ${userId}`,
  );
  return mapWork(row(query), (found) => holdOf({ ...found, isKnown: found?.known === 1, nowMs }));
}

type Held = {
  contactChangedAtMs?: number | null;
  /** Of the saved account. */
  changedAtMs?: number | null;
  /** Whether it was paid to before. */
  isKnown: boolean;
  nowMs: number;
};

export function holdOf({ contactChangedAtMs, changedAtMs, isKnown, nowMs }: Held): Hold | null {
  if (!isKnown) return { why: "new-account", untilMs: nowMs + HOLD_MS };
  const changedUntilMs = Math.max(contactChangedAtMs ?? 0, changedAtMs ?? 0) + HOLD_MS;
  return changedUntilMs > nowMs ? { why: "changed", untilMs: changedUntilMs } : null;
}

function heldAfterChange(userId: string): SQL {
  return sql`max(coalesce((SELECT contact_changed_at_ms FROM users WHERE users.id = ${userId}) + ${HOLD_MS}, 0),
    coalesce((SELECT changed_at_ms FROM bank_details WHERE bank_details.user_id = ${userId}) + ${HOLD_MS}, 0))`;
}

function wasPaidTo(userId: string, marks: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM withdrawals AS earlier
    WHERE earlier.user_id = ${userId} AND earlier.state = 'paid' AND earlier.account_mark IN ${marks})`;
}
