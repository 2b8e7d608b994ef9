import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { messages } from "~/db/schema/messages";
import { mapWork, nothing, row, type Statement, type Work, writeThenRead } from "~/db/work";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { Change, DecideRefusal, ProposeRefusal } from "~/core/proposals/change";
import { confirmChange } from "~/core/proposals/confirm-change";
import { proposeChange } from "~/core/proposals/propose-change";
import { withdrawChange } from "~/core/proposals/withdraw-change";
import type { OperatorAccess } from "~/core/session/guarded";
import { fixRecipients, MANY_PEOPLE, upToMany } from "./audience";
import { messageSubject, waitsForSecond } from "./waits-for-second";

// A message to up to ten people is sent by whoever wrote it; to more it is proposed, and another operator confirms those very words.

const version = z.coerce.number().int().min(1);
const to = z.string().min(1).max(60);
const proposal = z.string().min(1).max(60).optional();
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send"), version }),
  z.object({ intent: z.literal("propose"), version, to }),
  z.object({ intent: z.literal("confirm"), version, to, proposal }),
  z.object({ intent: z.literal("withdraw"), proposal }),
  z.object({ intent: z.literal("drop") }),
]);

export type SendAsked = z.infer<typeof schema>;

/** null: no such intent. */
export const readSendAsked = (fields: Record<string, unknown>): SendAsked | null =>
  schema.safeParse(fields).data ?? null;

export type SendOutcome =
  | { ok: true }
  | { ok: false; code: ProposeRefusal | DecideRefusal | "nobody" | "needs-second" | "waits-for-second" | "ended" };

type Sending = { messageId: string; asked: SendAsked | null; proposalId: string; operator: OperatorAccess };

/** Without something to do nothing is written, and only the session is checked. @param sending with a `proposalId` chosen before */
export function sendMessage(db: Database, { messageId, asked, proposalId, operator }: Sending): Work<SendOutcome> {
  if (asked === null) return mapWork(nothing, (): SendOutcome => ({ ok: false, code: "not-allowed" }));
  const subject = messageSubject(messageId);
  if (asked.intent === "withdraw") return withdrawChange(db, { subject, proposalId: asked.proposal ?? null, operator });
  if (asked.intent === "drop") return dropMessage(db, messageId, operator);
  if (asked.intent === "send") return sendAlone(db, { messageId, version: asked.version, operator });
  const change: Change = {
    kind: "message",
    subject,
    was: sql`(SELECT 'version ' || version FROM messages WHERE id = ${messageId} AND state = 'draft' AND version = ${asked.version})`,
    becomes: asked.to,
  };
  const given = sql`${upToMany(messageId)} > 0`;
  if (asked.intent === "propose") return proposeChange(db, { ...change, proposalId, operator, given });
  const confirmed = confirmChange(db, {
    ...change,
    proposalId: asked.proposal ?? null,
    operator,
    given,
    effects: (isConfirmed) => {
      const by = sql`(SELECT id FROM change_proposals WHERE ${isConfirmed})`;
      const may = sql`version = ${asked.version} AND ${by} IS NOT NULL`;
      return sending(db, { messageId, operator, may, proposalId: by });
    },
  });
  return mapWork(confirmed, (outcome): SendOutcome => (outcome.ok ? { ok: true } : outcome));
}

type Sent = { messageId: string; operator: OperatorAccess; may: SQL; proposalId: SQL };

/** Sends it, fixes who gets it, and records both. */
function sending(db: Database, { messageId, operator, may, proposalId }: Sent): Statement[] {
  const { userId, nowMs } = operator;
  const isSent = sql`messages.state = 'sent' AND messages.ended_by = ${userId} AND messages.ended_at_ms = ${nowMs}`;
  return [
    db.run(sql`UPDATE messages SET state = 'sent', ended_by = ${userId}, ended_at_ms = ${nowMs}, proposal_id = ${proposalId}
      WHERE id = ${messageId} AND state = 'draft' AND ${may}`),
    fixRecipients(db, { messageId, nowMs, isSent }),
    recordAudit(
      db,
      {
        id: `message-sent:${messageId}`,
        actor: byOperator(userId),
        action: "message-sent",
        subject: messageSubject(messageId),
        detail: sql`(SELECT count(*) || ' people' FROM message_recipients WHERE message_id = messages.id AND message_recipients.state = 'waiting')`,
        nowMs,
      },
      { from: messages, where: sql`messages.id = ${messageId} AND ${isSent}` },
    ),
  ];
}

type Alone = { messageId: string; version: number; operator: OperatorAccess };

/** Twice is once. */
function sendAlone(db: Database, { messageId, version, operator }: Alone): Work<SendOutcome> {
  const { nowMs } = operator;
  const may = sql`version = ${version} AND NOT ${waitsForSecond(messageId, nowMs)}
    AND ${upToMany(messageId)} BETWEEN 1 AND ${MANY_PEOPLE - 1}`;
  const statements = sending(db, { messageId, operator, may, proposalId: sql`NULL` });
  return standing(db, { messageId, version, operator, statements, wanted: "sent" });
}

/** A draft that is not to be sent any more. Twice is once. */
function dropMessage(db: Database, messageId: string, operator: OperatorAccess): Work<SendOutcome> {
  const { userId, nowMs } = operator;
  const isDropped = sql`messages.id = ${messageId} AND state = 'dropped' AND ended_by = ${userId}`;
  const statements = [
    db.run(sql`UPDATE messages SET state = 'dropped', ended_by = ${userId}, ended_at_ms = ${nowMs}
      WHERE id = ${messageId} AND state = 'draft' AND NOT ${waitsForSecond(messageId, nowMs)}`),
    recordAudit(
      db,
      {
        id: `message-dropped:${messageId}`,
        actor: byOperator(userId),
        action: "message-dropped",
        subject: messageSubject(messageId),
        nowMs,
      },
      { from: messages, where: isDropped },
    ),
  ];
  return standing(db, { messageId, version: null, operator, statements, wanted: "dropped" });
}

type Standing = {
  messageId: string;
  /** null: any. */
  version: number | null;
  operator: OperatorAccess;
  statements: Statement[];
  wanted: "sent" | "dropped";
};

function standing(db: Database, { messageId, version, operator, statements, wanted }: Standing): Work<SendOutcome> {
  const query = db.all<{
    state: string;
    version: number;
    waits: number;
    people: number | null;
  }>(sql`SELECT state, version,
      ${waitsForSecond(messageId, operator.nowMs)} AS waits, iif(state = 'draft', ${upToMany(messageId)}, NULL) AS people
    FROM messages WHERE id = ${messageId}`);
  return mapWork(writeThenRead(statements, row(query)), (now): SendOutcome => {
    const refused = (code: Exclude<SendOutcome, { ok: true }>["code"]): SendOutcome => ({ ok: false, code });
    if (!now) return refused("no-such-proposal");
    if (now.state === wanted) return { ok: true };
    if (now.state !== "draft") return refused("ended");
    if (now.waits === 1) return refused("waits-for-second");
    if (version !== null && now.version !== version) return refused("changed-meanwhile");
    if (now.people === 0) return refused("nobody");
    return refused("needs-second");
  });
}
