import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { mapWork, rows } from "~/db/work";

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
    const requests = db.all<
      Omit<OwnRequest, "answers"> & { answers: string }
    >(sql`SELECT number, message, created_at_ms AS atMs, answered_at_ms IS NULL AND closed_at_ms IS NULL AS isWaiting,
        (SELECT json_group_array(json_object('body', body, 'atMs', created_at_ms)) FROM (SELECT body, created_at_ms FROM support_answers
          WHERE request_id = support_requests.id ORDER BY created_at_ms, id LIMIT ${MOST})) AS answers
      FROM support_requests WHERE user_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${MOST}`);
    return mapWork(rows(requests), (found) =>
      found.map((one) => ({ ...one, answers: JSON.parse(one.answers) as OwnRequest["answers"] })),
    );
  });
  return { hasEmail: viewer.email !== null, requests: result };
}
