import { confirmRequest } from "./ask-support";
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { threadTexts } from "~/content/support-texts";
import type { Database } from "~/db/client";
import type { SUPPORT_KINDS } from "~/db/schema/names";
import { mapWork, row, rows, together, type Work, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";

export type ThreadEntry = { id: string; isOurs: 0 | 1; body: string; atMs: number };
export type OwnThread = {
  number: string;
  kind: (typeof SUPPORT_KINDS)[number];
  subject: string | null;
  messageId: string | null;
  waitingSinceMs: number | null;
  closedAtMs: number | null;
  entries: ThreadEntry[];
};

const SAME_MS = 10 * 60_000;
const MOST_ENTRIES = 100;

export const readWritten = (
  typed: unknown,
): { ok: true; body: string } | { ok: false; error: string; typed: string } => {
  const read = z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, threadTexts.errors.body).max(4_000, threadTexts.errors.tooLong))
    .safeParse(typed);
  if (read.success) return { ok: true, body: read.data };
  const error = read.error.issues[0]?.message ?? threadTexts.errors.body;
  return { ok: false, error, typed: typeof typed === "string" ? typed.slice(0, 5_000) : "" };
};

export async function readOwnThread({ db }: Deps, session: Session, number: string) {
  const { result } = await session.read(({ userId }) => {
    const own = sql`support_requests.number = ${number} AND support_requests.user_id = ${userId}`;
    return together({
      request: row(
        db.all<Omit<OwnThread, "entries">>(sql`SELECT number, kind, messages.subject, message_id AS messageId,
            waiting_since_ms AS waitingSinceMs, closed_at_ms AS closedAtMs
          FROM support_requests LEFT JOIN messages ON messages.id = message_id WHERE ${own}`),
      ),
      entries: rows(
        db.all<ThreadEntry>(sql`SELECT id, 0 AS isOurs, message AS body, created_at_ms AS atMs FROM support_requests WHERE ${own}
          UNION ALL SELECT * FROM (SELECT more.id, 0, more.body, more.created_at_ms FROM support_requests
            JOIN support_follow_ups AS more ON more.request_id = support_requests.id WHERE ${own} ORDER BY more.created_at_ms DESC LIMIT ${MOST_ENTRIES})
          UNION ALL SELECT * FROM (SELECT ours.id, 1, ours.body, ours.created_at_ms FROM support_requests
            JOIN support_answers AS ours ON ours.request_id = support_requests.id WHERE ${own} ORDER BY ours.created_at_ms DESC LIMIT ${MOST_ENTRIES})
          ORDER BY atMs, id`),
      ),
    });
  });
  return result.request && { ...result.request, entries: result.entries };
}

type Written = { body: string; followUpId: string; nowMs: number; live: SQL };

const followUp = (db: Database, request: SQL, { body, followUpId, nowMs, live }: Written) =>
  db.run(sql`INSERT INTO support_follow_ups (id, request_id, body, created_at_ms)
    SELECT ${followUpId}, id, ${body}, ${nowMs} FROM support_requests WHERE ${request} AND ${live}
      AND NOT (message = ${body} AND created_at_ms > ${nowMs - SAME_MS})
      AND NOT EXISTS (SELECT 1 FROM support_follow_ups AS earlier WHERE earlier.request_id = support_requests.id
        AND earlier.created_at_ms > ${nowMs - SAME_MS} AND earlier.body = ${body})`);

export async function writeAgain(
  { db, newId }: Deps,
  session: Session,
  { number, body }: { number: string; body: string },
): Promise<boolean> {
  const followUpId = newId("sfu");
  const { result } = await session.write(({ userId, nowMs, live }) => {
    const own = sql`number = ${number} AND user_id = ${userId}`;
    const found = db.all<{ one: number }>(sql`SELECT 1 AS one FROM support_requests WHERE ${own}`);
    return writeThenRead([followUp(db, own, { body, followUpId, nowMs, live })], row(found));
  });
  return result !== undefined;
}

const NUMBER_LENGTH = 8;

export async function answerMessage(
  { db, newId, newCode }: Deps,
  session: Session,
  { messageId, body }: { messageId: string; body: string },
): Promise<string | null> {
  const [requestId, followUpId] = [newId("sup"), newId("sfu")];
  const number = newCode().slice(0, NUMBER_LENGTH);
  const { result } = await session.write(({ userId, nowMs, live }): Work<string | null> => {
    const own = sql`user_id = ${userId} AND message_id = ${messageId}`;
    const begin = db.run(sql`INSERT INTO support_requests
        (id, number, user_id, name, email, phone, kind, message, content_mark, message_id, created_at_ms)
      SELECT ${requestId}, ${number}, users.id, coalesce(nullif(full_name, ''), email, phone), email, iif(email IS NULL, phone, NULL), 'cask',
        ${body}, ${requestId}, ${messageId}, ${nowMs}
      FROM message_recipients JOIN users ON users.id = message_recipients.user_id
      WHERE message_recipients.user_id = ${userId} AND message_recipients.message_id = ${messageId}
        AND message_recipients.state <> 'gone' AND ${live} ON CONFLICT DO NOTHING`);
    const statements = [
      followUp(db, own, { body, followUpId, nowMs, live }),
      begin,
      confirmRequest(db, requestId, nowMs),
    ];
    const query = db.all<{ number: string }>(sql`SELECT number FROM support_requests WHERE ${own}`);
    return mapWork(writeThenRead(statements, row(query)), (found) => found?.number ?? null);
  });
  return result;
}
