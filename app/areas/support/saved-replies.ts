import { sql } from "drizzle-orm";
import * as z from "zod";
import { replyTexts } from "~/content/console-support-texts";
import type { Database } from "~/db/client";
import { savedReplies } from "~/db/schema/support";
import { mapWork, nothing, row, rows, type Work, writeThenRead } from "~/db/work";
import { firstErrors } from "~/core/first-errors";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";

// What is answered again and again, kept under a title. Chosen on the page of a request, it is the beginning of an answer.

export type SavedReply = { id: string; title: string; body: string };

/** More would not be found again in a list. */
const MOST_REPLIES = 50;
const NAME = /\{first name\}/g;

export const listReplies = (db: Database): Work<SavedReply[]> =>
  rows(db.all<SavedReply>(sql`SELECT id, title, body FROM saved_replies ORDER BY title LIMIT ${MOST_REPLIES}`));

export const listReplyTitles = (db: Database): Work<Omit<SavedReply, "body">[]> =>
  rows(db.all<SavedReply>(sql`SELECT id, title FROM saved_replies ORDER BY title LIMIT ${MOST_REPLIES}`));

/** What a reply says to whoever wrote the request, after what is typed already. A reply that is gone adds nothing. */
export function insertReply(db: Database, asked: { requestId: string; replyId: string; typed: string }): Work<string> {
  const query = db.all<{ name: string; body: string }>(sql`SELECT support_requests.name, saved_replies.body
    FROM support_requests JOIN saved_replies ON saved_replies.id = ${asked.replyId} WHERE support_requests.id = ${asked.requestId}`);
  return mapWork(row(query), (found) => {
    const typed = asked.typed.trimEnd();
    if (!found) return asked.typed;
    const text = replyTo(found.body, found.name);
    return typed === "" ? text : `${typed}\n\n${text}`;
  });
}

/** @param name of whoever is answered, as they gave it */
const replyTo = (body: string, name: string): string => body.replaceAll(NAME, name.trim().split(/\s+/)[0] ?? "");

const { errors } = replyTexts;
const schema = z.object({
  title: z.string().trim().min(1, errors.title).max(60, errors.title),
  body: z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, errors.body).max(4_000, errors.body)),
});

export type ReplyTyped = { title: string; body: string };

/** What was typed, so that a page that refuses it shows it again. */
export function readReplyTyped(form: FormData): ReplyTyped {
  const text = (name: keyof ReplyTyped) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 5_000) : "";
  };
  return { title: text("title"), body: text("body") };
}

export type ReplySaved =
  { ok: true } | { ok: false; errors: Partial<ReplyTyped>; code: "title-taken" | "too-many" | null };

type Saving = { replyId: string; typed: ReplyTyped; operator: OperatorAccess };

/** Keeps a new one or changes it. The same twice is once. @param replyId chosen before writing */
export function saveReply(db: Database, { replyId, typed, operator }: Saving): Work<ReplySaved> {
  const read = schema.safeParse(typed);
  if (!read.success) {
    const wrong = firstErrors(read.error);
    return mapWork(nothing, (): ReplySaved => ({ ok: false, errors: wrong, code: null }));
  }
  const { title, body } = read.data;
  const { userId, nowMs } = operator;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM saved_replies WHERE title = ${title} AND id <> ${replyId})`;
  const hasRoom = sql`(SELECT count(*) FROM (SELECT 1 FROM saved_replies WHERE id <> ${replyId} LIMIT ${MOST_REPLIES})) < ${MOST_REPLIES}`;
  const statements = [
    db.run(sql`INSERT INTO saved_replies (id, title, body, changed_by, changed_at_ms)
      SELECT ${replyId}, ${title}, ${body}, ${userId}, ${nowMs} WHERE ${isFree} AND ${hasRoom}
      ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body, changed_by = excluded.changed_by,
        changed_at_ms = excluded.changed_at_ms WHERE (saved_replies.title, saved_replies.body) <> (${title}, ${body})`),
    recordAudit(
      db,
      {
        id: `reply-saved:${replyId}:${nowMs}`,
        actor: byOperator(userId),
        action: "reply-saved",
        subject: `reply:${replyId}`,
        nowMs,
      },
      { from: savedReplies, where: sql`id = ${replyId} AND changed_at_ms = ${nowMs} AND changed_by = ${userId}` },
    ),
  ];
  const query = db.all<{ same: number; free: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM saved_replies WHERE id = ${replyId} AND title = ${title} AND body = ${body}) AS same, ${isFree} AS free`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): ReplySaved => {
    if (now?.same === 1) return { ok: true };
    return { ok: false, errors: {}, code: now?.free === 1 ? "too-many" : "title-taken" };
  });
}

/** Twice is once. */
export function deleteReply(db: Database, replyId: string, { userId, nowMs }: OperatorAccess): Work<{ ok: true }> {
  const statements = [
    recordAudit(
      db,
      {
        id: `reply-deleted:${replyId}:${nowMs}`,
        actor: byOperator(userId),
        action: "reply-deleted",
        subject: `reply:${replyId}`,
        nowMs,
      },
      { from: savedReplies, where: sql`id = ${replyId}` },
    ),
    db.run(sql`DELETE FROM saved_replies WHERE id = ${replyId}`),
  ];
  return mapWork(writeThenRead(statements, nothing), () => ({ ok: true }) as const);
}
