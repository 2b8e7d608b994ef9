import { sql } from "drizzle-orm";
import * as z from "zod";
import { messageTexts as texts } from "~/content/console-message-texts";
import type { Database } from "~/db/client";
import { messages } from "~/db/schema/messages";
import { MESSAGE_AUDIENCES } from "~/db/schema/names-of-messages";
import { mapWork, nothing, row, type Work, writeThenRead } from "~/db/work";
import { firstErrors } from "~/core/first-errors";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess } from "~/core/session/guarded";
import { waitsForSecond } from "./waits-for-second";

const MOST_LETTERS = 4_000;
const { errors } = texts;

const draftSchema = z.object({
  cask: z.string().min(1, errors.cask).max(60, errors.cask),
  audience: z.enum(MESSAGE_AUDIENCES, errors.audience),
  subject: z
    .string()
    .transform((typed) => typed.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1, errors.subject).max(120, errors.subject)),
  body: z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, errors.body).max(MOST_LETTERS, errors.body)),
});

export type MessageField = keyof z.infer<typeof draftSchema>;
export type MessageTyped = Record<MessageField, string>;
type Draft = z.infer<typeof draftSchema>;

/** What was typed, so that a page that refuses it shows it again. */
export function readMessageTyped(form: FormData): MessageTyped {
  const text = (name: MessageField) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, MOST_LETTERS + 1_000) : "";
  };
  return { cask: text("cask"), audience: text("audience"), subject: text("subject"), body: text("body") };
}

export function readDraft(
  typed: MessageTyped,
): { ok: true; draft: Draft } | { ok: false; errors: Partial<Record<MessageField, string>> } {
  const read = draftSchema.safeParse(typed);
  return read.success ? { ok: true, draft: read.data } : { ok: false, errors: firstErrors(read.error) };
}

export type Saved = { ok: true } | { ok: false; code: "no-such-cask" | "waits-for-second" | "ended" };

type Saving = { messageId: string; draft: Draft | null; operator: OperatorAccess };

/**
 * Keeps a message that is not sent yet, or changes it. The same again changes nothing. Without a draft nothing is written, and only the
 * session is checked. @param messageId chosen before writing
 */
export function saveDraft(db: Database, { messageId, draft, operator }: Saving): Work<Saved | null> {
  if (draft === null) return mapWork(nothing, () => null);
  const { userId: operatorId, nowMs } = operator;
  const { cask, audience, subject, body } = draft;
  const words = sql`(${cask}, ${audience}, ${subject}, ${body})`;
  const isThis = sql`messages.id = ${messageId} AND (cask_id, audience, subject, body) = ${words}`;
  const statements = [
    db.run(sql`INSERT INTO messages (id, cask_id, audience, subject, body, drafted_by, drafted_at_ms)
      SELECT ${messageId}, casks.id, ${audience}, ${subject}, ${body}, ${operatorId}, ${nowMs} FROM casks WHERE casks.id = ${cask}
      ON CONFLICT (id) DO UPDATE SET cask_id = excluded.cask_id, audience = excluded.audience, subject = excluded.subject, body = excluded.body,
        version = messages.version + 1
      WHERE messages.state = 'draft' AND NOT ${waitsForSecond(messageId, nowMs)}
        AND (messages.cask_id, messages.audience, messages.subject, messages.body) <> ${words}`),
    recordAudit(
      db,
      {
        id: sql`'message-drafted:' || messages.id || ':' || messages.version`,
        actor: byOperator(operatorId),
        action: "message-drafted",
        subject: `message:${messageId}`,
        nowMs,
      },
      { from: messages, where: sql`${isThis} AND messages.state = 'draft'` },
    ),
  ];
  const query = db.all<{ same: number; state: string }>(
    sql`SELECT ${isThis} AS same, state FROM messages WHERE id = ${messageId}`,
  );
  return mapWork(writeThenRead(statements, row(query)), (now): Saved => {
    if (!now) return { ok: false, code: "no-such-cask" };
    if (now.state !== "draft") return { ok: false, code: "ended" };
    if (now.same === 1) return { ok: true };
    return { ok: false, code: "waits-for-second" };
  });
}
