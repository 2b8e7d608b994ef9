import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";

// How long a withdrawal waits, so that an investor has time to notice somebody else in the account. It waits 48 hours for an
// account that was not paid to before, and until 48 hours after any change of mailbox, phone number or bank details.

export const HOLD_MS = 48 * 3_600_000;

type Asked = { userId: string; nowMs: number };

/** When a request made now may be paid, asked by the statement that makes it. @param marks of the account it names */
export function payableFrom(asked: Asked & { marks: readonly string[] }): SQL {
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
export function readHold(db: Database, { userId, nowMs }: Asked): Work<Hold | null> {
  const query = db.all<{ changed_until_ms: number; known: number }>(
    sql`SELECT max(coalesce(contact_changed_at_ms + ${HOLD_MS}, 0), coalesce(bank_details.changed_at_ms + ${HOLD_MS}, 0)) AS changed_until_ms,
      ${wasPaidTo(userId, sql`(bank_details.account_mark)`)} AS known
    FROM users LEFT JOIN bank_details ON bank_details.user_id = users.id WHERE users.id = ${userId}`,
  );
  return mapWork(row(query), (found) => {
    if (!found?.known) return { why: "new-account", untilMs: nowMs + HOLD_MS };
    return found.changed_until_ms > nowMs ? { why: "changed", untilMs: found.changed_until_ms } : null;
  });
}

function heldAfterChange(userId: string): SQL {
  return sql`max(coalesce((SELECT contact_changed_at_ms FROM users WHERE users.id = ${userId}) + ${HOLD_MS}, 0),
    coalesce((SELECT changed_at_ms FROM bank_details WHERE bank_details.user_id = ${userId}) + ${HOLD_MS}, 0))`;
}

function wasPaidTo(userId: string, marks: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM withdrawals AS earlier
    WHERE earlier.user_id = ${userId} AND earlier.state = 'paid' AND earlier.account_mark IN ${marks})`;
}
