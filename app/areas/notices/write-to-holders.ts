import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { messages } from "~/db/schema/support";
import { mapWork, nothing, row, rows, together, type Work, writeThenRead } from "~/db/work";
import { firstErrors } from "~/core/first-errors";
import { recordAudit } from "~/core/ledger/audit";
import { APART_MS } from "~/core/outbox/run-outbox";
import { notify } from "~/core/outbox/enqueue";
import type { OperatorAccess } from "~/core/session/guarded";

const MOST_LETTERS = 4_000;
const errors = {
  subject: "Enter a subject, at most 120 characters.",
  body: "Enter the message, at most 4,000 characters.",
};

const messageSchema = z.object({
  subject: z
    .string()
    .transform((typed) => typed.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().min(1, errors.subject).max(120, errors.subject)),
  body: z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1, errors.body).max(MOST_LETTERS, errors.body)),
});

export type Words = z.infer<typeof messageSchema>;
export type MessageErrors = Partial<Record<keyof Words, string>>;

export function readWords(typed: Words): { ok: true; words: Words } | { ok: false; errors: MessageErrors } {
  const read = messageSchema.safeParse(typed);
  return read.success ? { ok: true, words: read.data } : { ok: false, errors: firstErrors(read.error) };
}

export const minutesFor = (people: number): number => Math.ceil((people * APART_MS) / 60_000);

const holders = (caskId: string): SQL => sql`SELECT DISTINCT users.id AS user_id, users.email FROM stakes
  JOIN users ON users.id = stakes.user_id AND users.suspended_at_ms IS NULL
  WHERE stakes.cask_id = ${caskId} AND stakes.state <> 'ended'`;
const countHolders = (caskId: string): SQL => sql`(SELECT count(*) FROM (${holders(caskId)}))`;

export type SentMessage = {
  id: string;
  subject: string;
  sentBy: string;
  sentAtMs: number;
  sent: number;
  waiting: number;
  noAddress: number;
  gone: number;
};

export type HoldersPage = { cask: { name: string; people: number; byEmail: number }; messages: SentMessage[] };

const MOST_MESSAGES = 20;

export function readHoldersPage(db: Database, caskId: string): Work<HoldersPage | null> {
  const state = (name: string) =>
    sql`(SELECT count(*) FROM message_recipients WHERE message_id = messages.id AND state = ${sql.raw(`'${name}'`)})`;
  const work = together({
    cask: row(
      db.all<HoldersPage["cask"]>(sql`SELECT name, ${countHolders(caskId)} AS people,
        (SELECT count(email) FROM (${holders(caskId)})) AS byEmail FROM casks WHERE id = ${caskId}`),
    ),
    messages: rows(
      db.all<SentMessage>(sql`SELECT id, subject, sent_by AS sentBy, sent_at_ms AS sentAtMs, ${state("sent")} AS sent,
          ${state("waiting")} AS waiting, ${state("no-address")} AS noAddress, ${state("gone")} AS gone
        FROM messages WHERE cask_id = ${caskId} ORDER BY sent_at_ms DESC, id DESC LIMIT ${MOST_MESSAGES}`),
    ),
  });
  return mapWork(work, ({ cask, ...rest }) => (cask ? { cask, ...rest } : null));
}

export type SendOutcome = { ok: true } | { ok: false; code: "form" | "no-such-cask" | "nobody" | "count-differs" };

type Sending = { messageId: string; caskId: string; words: Words | null; people: number; operator: OperatorAccess };

export function writeToHolders(
  db: Database,
  { messageId, caskId, words, people, operator }: Sending,
): Work<SendOutcome> {
  if (words === null) return mapWork(nothing, (): SendOutcome => ({ ok: false, code: "form" }));
  const { userId, nowMs } = operator;
  const isThis = sql`messages.id = ${messageId} AND (cask_id, subject, body, sent_by) = (${caskId}, ${words.subject}, ${words.body}, ${userId})`;
  const isNow = sql`${isThis} AND sent_at_ms = ${nowMs}`;
  const statements = [
    db.run(sql`INSERT INTO messages (id, cask_id, subject, body, sent_by, sent_at_ms)
      SELECT ${messageId}, casks.id, ${words.subject}, ${words.body}, ${userId}, ${nowMs} FROM casks
      WHERE casks.id = ${caskId} AND ${people} > 0 AND ${countHolders(caskId)} = ${people} ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO message_recipients (message_id, user_id, state, due_at_ms, created_at_ms)
      SELECT ${messageId}, user_id, 'waiting', ${nowMs} + (row_number() OVER (ORDER BY user_id) - 1) * ${APART_MS}, ${nowMs}
      FROM (${holders(caskId)}) WHERE EXISTS (SELECT 1 FROM messages WHERE ${isNow}) ON CONFLICT DO NOTHING`),
    notify(db, "holder-message", {
      subject: sql`message_id || ':' || user_id`,
      nowMs,
      dueMs: sql`due_at_ms`,
      many: true,
      of: sql`FROM message_recipients WHERE message_id = ${messageId} AND state = 'waiting'`,
    }),
    recordAudit(
      db,
      {
        id: `message-sent:${messageId}`,
        by: operator,
        action: "message-sent",
        subject: `cask:${caskId}`,
        detail: sql`id || ' to ' || (SELECT count(*) FROM message_recipients WHERE message_id = messages.id)`,
      },
      { from: messages, where: isNow },
    ),
  ];
  const query = db.all<{
    sent: number;
    people: number;
  }>(sql`SELECT EXISTS (SELECT 1 FROM messages WHERE ${isThis}) AS sent,
    ${countHolders(caskId)} AS people FROM casks WHERE id = ${caskId}`);
  return mapWork(writeThenRead(statements, row(query)), (now): SendOutcome => {
    if (!now) return { ok: false, code: "no-such-cask" };
    if (now.sent === 1) return { ok: true };
    return { ok: false, code: now.people === 0 ? "nobody" : "count-differs" };
  });
}
