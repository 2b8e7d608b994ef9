import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, type Work } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";

export type OwnMessage = { id: string; subject: string; caskName: string; sentAtMs: number };
export type OpenedMessage = OwnMessage & {
  caskId: string;
  body: string;
  requestNumber: string | null;
};

const MOST = 20;

const theirs = sql`FROM message_recipients JOIN messages ON messages.id = message_recipients.message_id
  JOIN casks ON casks.id = messages.cask_id`;
const columns = sql`messages.id, messages.subject, casks.name AS caskName, message_recipients.created_at_ms AS sentAtMs`;
const isMeant = sql`message_recipients.state <> 'gone'`;

export const messagesWork = (db: Database, userId: string): Work<OwnMessage[]> =>
  rows(
    db.all<OwnMessage>(sql`SELECT ${columns} ${theirs} WHERE message_recipients.user_id = ${userId} AND ${isMeant}
      ORDER BY message_recipients.created_at_ms DESC LIMIT ${MOST}`),
  );

export type OwnRequest = { number: string; atMs: number; isWaiting: 0 | 1; isClosed: 0 | 1 };

export const requestsWork = (db: Database, userId: string): Work<OwnRequest[]> =>
  rows(
    db.all<OwnRequest>(sql`SELECT number, created_at_ms AS atMs, waiting_since_ms IS NOT NULL AS isWaiting, closed_at_ms IS NOT NULL AS isClosed
      FROM support_requests WHERE user_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${MOST}`),
  );

export async function readOwnMessage(
  { db }: Deps,
  session: Session,
  messageId: string,
): Promise<OpenedMessage | undefined> {
  const { result } = await session.read(({ userId }) =>
    row(
      db.all<OpenedMessage>(sql`SELECT ${columns}, casks.id AS caskId, messages.body,
          (SELECT number FROM support_requests WHERE user_id = ${userId} AND message_id = messages.id) AS requestNumber ${theirs}
        WHERE message_recipients.message_id = ${messageId} AND message_recipients.user_id = ${userId} AND ${isMeant}`),
    ),
  );
  return result;
}
