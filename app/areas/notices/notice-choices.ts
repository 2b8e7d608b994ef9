import { eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client";
import { NOTICE_TOPICS } from "~/db/schema/names";
import { mapWork, rows, runWork, type Statement, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { takeLimits } from "~/core/limits/take-limits";
import { networkOf } from "~/core/limits/network-of";
import type { Session } from "~/core/session/session";
import { messagesWork, requestsWork } from "./own-messages";
import { noticeChoices } from "~/db/schema/support";
import type { NoticeTopic } from "~/core/outbox/kinds";

// It works without a login and for years.

type Signing = Deps;
type Unsubscribing = { userId: string; topic: NoticeTopic };

const SHAPE = /^([\w-]{1,60})\.([a-z]{1,20})\.([0-9a-f]{32})$/;
const signatureOf = async ({ signLink }: Signing, { userId, topic }: Unsubscribing) =>
  (await signLink(`unsubscribe:${userId}:${topic}`)).slice(0, 32);

export async function unsubscribeUrl(deps: Signing & Deps, whom: Unsubscribing): Promise<string> {
  return `${deps.origin}/notices/stop/${whom.userId}.${whom.topic}.${await signatureOf(deps, whom)}`;
}

async function readUnsubscribeToken(deps: Signing, token: string): Promise<Unsubscribing | null> {
  const [, userId = "", topic = "", signature = ""] = SHAPE.exec(token) ?? [];
  if (!isTopic(topic)) return null;
  const expected = await signatureOf(deps, { userId, topic });
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  const same = (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
  return same ? { userId, topic } : null;
}

const BY_DEFAULT: Record<NoticeTopic, boolean> = { valuations: true, launches: false, referrals: true };

type TopicChoices = Record<NoticeTopic, boolean>;

const isTopic = (text: string): text is NoticeTopic => NOTICE_TOPICS.some((topic) => topic === text);

export function choicesWork(db: Database, userId: string): Work<TopicChoices> {
  const query = db
    .select({ topic: noticeChoices.topic, wanted: noticeChoices.wanted })
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId));
  return mapWork(rows(query), (found) => {
    const chosen = found.map(({ topic, wanted }) => [topic, wanted === 1]);
    return { ...BY_DEFAULT, ...(Object.fromEntries(chosen) as Partial<TopicChoices>) };
  });
}

const HOUR_MS = 3_600_000;
/** Mail programs ask from few networks for very many people. */
const STOPS_PER_HOUR = 600;

type Choice = Unsubscribing & { wanted: boolean; nowMs: number };

const choose = (db: Database, { userId, topic, wanted, nowMs }: Choice, where: SQL): Statement =>
  db.run(sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms)
    SELECT users.id, ${topic}, ${wanted ? 1 : 0}, ${nowMs} FROM users WHERE users.id = ${userId} AND users.closed_at_ms IS NULL AND ${where}
    ON CONFLICT (user_id, topic) DO UPDATE SET wanted = excluded.wanted, changed_at_ms = excluded.changed_at_ms
    WHERE notice_choices.wanted <> excluded.wanted`);

export async function readNoticeChoices({ db }: Deps, session: Session) {
  const { viewer, result } = await session.read((access) =>
    together({
      choices: choicesWork(db, access.userId),
      messages: messagesWork(db, access.userId),
      requests: requestsWork(db, access.userId),
    }),
  );
  return { hasEmail: viewer.email !== null, ...result };
}

export async function saveNoticeChoices({ db }: Deps, session: Session, choices: TopicChoices) {
  await session.write(({ userId, nowMs, live }) =>
    writes(...NOTICE_TOPICS.map((topic) => choose(db, { userId, topic, wanted: choices[topic], nowMs }, live))),
  );
}

/** Programs that look for danger in emails follow every link. */
export async function readStop(deps: Deps, token: string) {
  const whom = await readUnsubscribeToken(deps, token);
  if (!whom) return null;
  const choices = await runWork(deps.db, choicesWork(deps.db, whom.userId));
  return { topic: whom.topic, wanted: choices[whom.topic] };
}

export type StopOutcome =
  { ok: true } | { ok: false; code: "unknown-link" } | { ok: false; code: "too-many"; retryAtMs: number };

export async function stopNotices(deps: Deps, { token, ip }: { token: string; ip: string }): Promise<StopOutcome> {
  const nowMs = deps.nowMs();
  const whom = await readUnsubscribeToken(deps, token);
  if (!whom) return { ok: false, code: "unknown-link" };
  const key = `stop-notices:${await deps.signLink(`ip:${networkOf(ip)}`)}`;
  const taken = await takeLimits(deps.db, [{ key, most: STOPS_PER_HOUR, windowMs: HOUR_MS }], nowMs);
  if (!taken.ok) return { ok: false, code: "too-many", retryAtMs: taken.retryAtMs };
  await runWork(deps.db, writes(choose(deps.db, { ...whom, wanted: false, nowMs }, sql`1`)));
  return { ok: true };
}
