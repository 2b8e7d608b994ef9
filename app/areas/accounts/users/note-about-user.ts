import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { userNotes } from "~/db/schema/people";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { byOperator, byUser, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import type { ActOnUserOutcome } from "./suspend-user";

export const NOTE_LENGTH = 2_000;

/** The same words by the same operator within this time are one note. */
const SAME_MS = 10 * 60_000;

type Note = {
  userId: string;
  /** Chosen before writing; used unless the same was just noted. */
  noteId: string;
  /** Plain text, at most `NOTE_LENGTH` characters. The person gets it with their data. */
  body: string;
  operator: OperatorAccess;
};

/** An operator notes something about a person, for the others. Never changed; erased with the account. */
export function noteAboutUser(db: Database, { userId, noteId, body, operator }: Note): Work<ActOnUserOutcome> {
  const { userId: operatorId, nowMs } = operator;
  const isNoted = sql`EXISTS (SELECT 1 FROM user_notes WHERE user_notes.user_id = users.id
    AND user_notes.created_at_ms > ${nowMs - SAME_MS} AND user_notes.operator_id = ${operatorId} AND user_notes.body = ${body})`;
  const statements = [
    db.run(sql`INSERT INTO user_notes (id, user_id, operator_id, body, created_at_ms)
      SELECT ${noteId}, users.id, ${operatorId}, ${body}, ${nowMs} FROM users
      WHERE users.id = ${userId} AND users.closed_at_ms IS NULL AND users.id <> ${operatorId} AND NOT ${isNoted}`),
    recordAudit(
      db,
      {
        id: `note-added:${noteId}`,
        actor: byOperator(operatorId),
        action: "note-added",
        subject: byUser(userId),
        // What it says stays in a row that erasure deletes.
        detail: noteId,
        nowMs,
      },
      { from: userNotes, where: sql`id = ${noteId}` },
    ),
  ];
  const query = db.all<{ noted: number; closed: number }>(
    sql`SELECT users.closed_at_ms IS NOT NULL AS closed, ${isNoted} AS noted FROM users WHERE users.id = ${userId}`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): ActOnUserOutcome => {
    if (!now) return { ok: false, code: "no-such-user" };
    if (now.noted === 1) return { ok: true };
    return { ok: false, code: now.closed === 1 ? "closed" : "not-allowed" };
  });
}
