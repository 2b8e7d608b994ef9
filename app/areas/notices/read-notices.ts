import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { mapWork, rows, together } from "~/db/work";

export type OwnMessage = { id: string; subject: string; body: string; caskName: string; sentAtMs: number };
export type OwnRequest = {
  number: string;
  message: string;
  atMs: number;
  isWaiting: 0 | 1;
  answers: { body: string; atMs: number }[];
};

const MOST = 20;

export async function readNotices({ db }: Deps, session: Session) {
  const { viewer, result } = await session.read(({ userId }) => {
    const messages =
      db.all<OwnMessage>(sql`SELECT messages.id, messages.subject, messages.body, casks.name AS caskName, message_recipients.created_at_ms AS sentAtMs
      FROM message_recipients JOIN messages ON messages.id = message_recipients.message_id JOIN casks ON casks.id = messages.cask_id
      WHERE message_recipients.user_id = ${userId} AND message_recipients.state <> 'gone'
      ORDER BY message_recipients.created_at_ms DESC LIMIT ${MOST}`);
    const requests = db.all<
      Omit<OwnRequest, "answers"> & { answers: string }
    >(sql`SELECT number, message, created_at_ms AS atMs, answered_at_ms IS NULL AND closed_at_ms IS NULL AS isWaiting,
        (SELECT json_group_array(json_object('body', body, 'atMs', created_at_ms)) FROM (SELECT body, created_at_ms FROM support_answers
          WHERE request_id = support_requests.id ORDER BY created_at_ms, id LIMIT ${MOST})) AS answers
      FROM support_requests WHERE user_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${MOST}`);
    return together({
      messages: rows(messages),
      requests: mapWork(rows(requests), (found) =>
        found.map((one) => ({ ...one, answers: JSON.parse(one.answers) as OwnRequest["answers"] })),
      ),
    });
  });
  return { hasEmail: viewer.email !== null, ...result };
}
