import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { mapWork, row, rows, runWork, type Statement, together, type Work, writes } from "~/db/work";

// Emails about valuations are the only ones that can be switched off. The link in each works without a login and for years.

const SHAPE = /^([\w-]{1,60})\.([0-9a-f]{32})$/;
const signatureOf = async ({ signLink }: Deps, userId: string) =>
  (await signLink(`unsubscribe:${userId}`)).slice(0, 32);

export const unsubscribeUrl = async (deps: Deps, userId: string): Promise<string> =>
  `${deps.origin}/notices/stop/${userId}.${await signatureOf(deps, userId)}`;

async function readUnsubscribeToken(deps: Deps, token: string): Promise<string | null> {
  const [, userId = "", signature = ""] = SHAPE.exec(token) ?? [];
  const expected = await signatureOf(deps, userId);
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  const same = (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
  return same ? userId : null;
}

export const wantsValuations = (db: Database, userId: string): Work<boolean> =>
  mapWork(
    row(db.all<{ wanted: number }>(sql`SELECT valuation_emails AS wanted FROM users WHERE id = ${userId}`)),
    (found) => found?.wanted === 1,
  );

const choose = (db: Database, userId: string, wanted: boolean, where: SQL): Statement =>
  db.run(
    sql`UPDATE users SET valuation_emails = ${wanted ? 1 : 0} WHERE id = ${userId} AND closed_at_ms IS NULL AND ${where}`,
  );

export type OwnMessage = { id: string; subject: string; body: string; caskName: string; sentAtMs: number };
export type OwnRequest = {
  number: string;
  message: string;
  atMs: number;
  isWaiting: 0 | 1;
  answers: { body: string; atMs: number }[];
};

const MOST = 20;

const messagesWork = (db: Database, userId: string): Work<OwnMessage[]> =>
  rows(
    db.all<OwnMessage>(sql`SELECT messages.id, messages.subject, messages.body, casks.name AS caskName, message_recipients.created_at_ms AS sentAtMs
      FROM message_recipients JOIN messages ON messages.id = message_recipients.message_id JOIN casks ON casks.id = messages.cask_id
      WHERE message_recipients.user_id = ${userId} AND message_recipients.state <> 'gone'
      ORDER BY message_recipients.created_at_ms DESC LIMIT ${MOST}`),
  );

const requestsWork = (db: Database, userId: string): Work<OwnRequest[]> =>
  mapWork(
    rows(
      db.all<Omit<OwnRequest, "answers"> & { answers: string }>(sql`SELECT number, message, created_at_ms AS atMs,
        answered_at_ms IS NULL AND closed_at_ms IS NULL AS isWaiting,
        (SELECT json_group_array(json_object('body', body, 'atMs', created_at_ms)) FROM (SELECT body, created_at_ms FROM support_answers
          WHERE request_id = support_requests.id ORDER BY created_at_ms, id LIMIT ${MOST})) AS answers
      FROM support_requests WHERE user_id = ${userId} ORDER BY created_at_ms DESC LIMIT ${MOST}`),
    ),
    (found) => found.map((one) => ({ ...one, answers: JSON.parse(one.answers) as OwnRequest["answers"] })),
  );

export async function readNoticeChoices({ db }: Deps, session: Session) {
  const { viewer, result } = await session.read(({ userId }) =>
    together({
      wanted: wantsValuations(db, userId),
      messages: messagesWork(db, userId),
      requests: requestsWork(db, userId),
    }),
  );
  return { hasEmail: viewer.email !== null, ...result };
}

export async function saveNoticeChoices({ db }: Deps, session: Session, wanted: boolean) {
  await session.write(({ userId, live }) => writes(choose(db, userId, wanted, live)));
}

/** Changes nothing: programs that look for danger in emails follow every link. */
export async function readStop(deps: Deps, token: string): Promise<{ wanted: boolean } | null> {
  const userId = await readUnsubscribeToken(deps, token);
  return userId === null ? null : { wanted: await runWork(deps.db, wantsValuations(deps.db, userId)) };
}

export async function stopNotices(deps: Deps, token: string): Promise<boolean> {
  const userId = await readUnsubscribeToken(deps, token);
  if (userId === null) return false;
  await runWork(deps.db, writes(choose(deps.db, userId, false, sql`1`)));
  return true;
}
