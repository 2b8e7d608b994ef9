import { sql } from "drizzle-orm";
import { addDays, dateOf } from "~/domain/calendar-date";
import type { RequestContext } from "~/server/context";
import { commitSessionCookie, newSessionId, readSessionCookie, SESSION_ABSOLUTE_MS } from "~/server/session/cookie";
import { writeSessionRecord } from "~/server/session/record";
import { keyedHash } from "~/server/keyed-hash";

// People and casks for tests, made with as few rows as possible.

type Context = Pick<RequestContext, "db" | "nowMs" | "newId" | "kv" | "config">;

export type Person = { userId: string; cookie: string; email: string };

let serial = 0;

/** A signed-in viewer. @param activated whether the joining fee counts as paid */
export async function signIn(
  context: Context,
  { activated = true, operator = false, reader = false } = {},
): Promise<Person> {
  const role = operator ? "operator" : reader ? "reader" : "investor";
  const userId = context.newId("usr");
  const email = `person-${++serial}@example.com`;
  const nowMs = context.nowMs();
  const user = context.db.run(sql`INSERT INTO users (id, email, role, referral_code, activated_at_ms, created_at_ms)
    VALUES (${userId}, ${email}, ${role}, ${userId.slice(-8)}, ${activated ? nowMs : null}, ${nowMs})`);
  return { userId, cookie: await signInAs(context, userId, user), email };
}

/** A new session of an existing user, or of one whom the same batch makes. @returns its cookie */
export async function signInAs(
  context: Context,
  userId: string,
  user?: Parameters<Context["db"]["batch"]>[0][number],
): Promise<string> {
  const sid = newSessionId();
  const idHash = await keyedHash(context.config.SESSION_SECRET, sid);
  const nowMs = context.nowMs();
  const session = context.db
    .run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
    VALUES (${idHash}, ${userId}, 0, ${nowMs}, ${nowMs + SESSION_ABSOLUTE_MS}, ${nowMs})`);
  await Promise.all([
    context.db.batch(user ? [user, session] : [session]),
    writeSessionRecord(context.kv, idHash, { userId, createdAtMs: nowMs, lastSeenMs: nowMs }),
  ]);
  return (await commitSessionCookie(context.config, { sid, userId })).split(";")[0] ?? "";
}

/** The session that this person's cookie claims. */
export async function claimOf({ config }: Pick<Context, "config">, { cookie }: Pick<Person, "cookie">) {
  const claim = await readSessionCookie(config, get(`${config.APP_ORIGIN}/`, cookie));
  if (!claim) throw new Error("this cookie is none");
  return claim;
}

/** Two operators, because some decisions need both, and one who only reads. */
export async function signInStaff(context: Context) {
  const [operator, second, reader] = await Promise.all([
    signIn(context, { operator: true }),
    signIn(context, { operator: true }),
    signIn(context, { reader: true }),
  ]);
  return { operator, second, reader };
}

/** A published cask that is open today unless told otherwise. */
export async function putCask(
  context: Context,
  {
    totalStakes = 10,
    costCents = 50_000,
    launchesInDays = -10,
    closesInDays = 20,
    name = "Test Hogshead",
    published = true,
  } = {},
): Promise<string> {
  const caskId = context.newId("csk");
  const today = dateOf(context.nowMs());
  const { db } = context;
  await db.batch([
    db.run(sql`INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year,
      loa_decilitres, cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms, state)
    VALUES (${caskId}, ${name}, 'whisky', 'hogshead', 'Glen Test', 'Made for tests.', 'Bond 1, Leith', 2019, 1234, ${costCents}, ${totalStakes},
      ${addDays(today, launchesInDays)}, ${addDays(today, closesInDays)}, ${context.nowMs()}, 'draft')`),
    ...(published ? [db.run(sql`UPDATE casks SET state = 'published' WHERE id = ${caskId}`)] : []),
  ]);
  return caskId;
}

export function formPost(url: string, cookie: string, fields: Record<string, string>): Request {
  return new Request(url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

/** What Remix hands to the page's loader after a form was refused. */
export const pageAfter = ({ url, headers }: Request): Request => new Request(url, { headers });

export function get(url: string, cookie = ""): Request {
  return new Request(url, { headers: cookie ? { Cookie: cookie } : {} });
}
