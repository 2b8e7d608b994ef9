// Fills databases, signs a viewer in, settles payments as the settlement Worker does, and makes the same calls again on a second database.
import { newCertificateCode, newId } from "~/server/ids";
import { createDatabase } from "~/db/client";
import type { AppBindings, AppConfig } from "~/server/env";
import { keyedHash } from "~/server/keyed-hash";
import { commitSessionCookie, newSessionId, SESSION_ABSOLUTE_MS } from "~/server/session/cookie";
import { writeSessionRecord } from "~/server/session/record";
import { type OutboxDeps, runOutboxRow } from "../../workers/settlement/outbox";
import { fillData, VIEWER } from "../data/fill.mjs";
import { makeAgain, watchCalls, watchD1 } from "./calls.mjs";

type Bindings = AppConfig & AppBindings & { OURS: D1Database; BARE: D1Database; MIGRATIONS: string[] };

const PRICE_CENTS = 50_000;
const nowMs = () => Date.now();

/** @returns the cookie of someone who has stakes */
async function open(env: Bindings, stakes: number): Promise<string> {
  for (const d1 of [env.OURS, env.BARE]) for (const one of env.MIGRATIONS) await d1.prepare(one).run();
  if (stakes > 0) await fillData(env.DB, stakes, nowMs());
  const userId = stakes > 0 ? VIEWER : "usr_demo_investor";
  const [sid, at] = [newSessionId(), nowMs()];
  const idHash = await keyedHash(env.SESSION_SECRET, sid);
  await env.DB.prepare(
    "INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms) VALUES (?, ?, 0, ?, ?, ?)",
  )
    .bind(idHash, userId, at, at + SESSION_ABSOLUTE_MS, at)
    .run();
  await writeSessionRecord(env.SESSIONS, idHash, { userId, createdAtMs: at, lastSeenMs: at });
  return (await commitSessionCookie(env, { sid, userId })).split(";")[0] ?? "";
}

let ids: string[] = [];
let watched: ReturnType<typeof watchCalls>[] = [];

/** A cask, people and payments whose money the provider has, with the event that says so. Each on both databases. */
async function fill({ OURS, BARE }: Bindings, count: number): Promise<void> {
  const run = crypto.randomUUID().slice(0, 8);
  ids = Array.from({ length: count }, (_, i) => `${run}_${i}`);
  const statements = [
    `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms)
      VALUES ('csk_${run}', 'Cask', 'whisky', 'butt', 'Glen Test', 'Old.', 'Bond 1', 2019, 1234, ${PRICE_CENTS}, ${count}, date('now', '-9 days'), date('now', '99 days'), ${nowMs()})`,
    `UPDATE casks SET state = 'published' WHERE id = 'csk_${run}'`,
    ...ids.flatMap((id) => [
      `INSERT INTO users (id, email, full_name, referral_code, activated_at_ms, created_at_ms) VALUES ('usr_${id}', '${id}@example.com', 'A Buyer', '${id}', 1, 1)`,
      `INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('pay_${id}', 'usr_${id}', 'stake', 'csk_${run}', 'Cask', ${PRICE_CENTS}, 'Bank', 'stripe', ${nowMs() + 3_600_000}, ${nowMs()}, ${nowMs()})`,
      `INSERT INTO reservations (payment_id, cask_id, created_at_ms) VALUES ('pay_${id}', 'csk_${run}', ${nowMs()})`,
      `UPDATE payments SET state = 'open', provider_session_id = 'cs_${id}', checkout_url = 'http://checkout.invalid' WHERE id = 'pay_${id}'`,
      `INSERT INTO provider_events (id, provider, type, concerns, session_id, received_at_ms)
        VALUES ('stripe:evt_${id}', 'stripe', 'checkout.session.completed', 'session', 'cs_${id}', ${nowMs()})`,
      `INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
        VALUES ('handle-event:stripe:evt_${id}', 'handle-event', 'stripe:evt_${id}', ${nowMs()}, ${nowMs()})`,
    ]),
  ];
  for (const d1 of [OURS, BARE]) await d1.batch(statements.map((one) => d1.prepare(one)));
}

const readSession = (sessionId: string) =>
  Promise.resolve({
    sessionId,
    status: "complete",
    paid: true,
    amountCents: PRICE_CENTS,
    currency: "USD",
    url: null,
    paymentId: sessionId.replace("cs_", "pay_"),
    providerPaymentId: sessionId.replace("cs_", "pi_"),
  });

async function settle({ OURS }: Bindings): Promise<void> {
  const deps = {
    nowMs,
    newCode: newCertificateCode,
    origin: "http://localhost",
    log: () => undefined,
    newId: (prefix: string) => newId(prefix, nowMs()),
    checkout: { stripe: { name: "stripe", readSession } },
  } as unknown as OutboxDeps;
  watched = ids.map(() => watchCalls());
  const ends = watched.map(({ note }, i) =>
    runOutboxRow({ ...deps, db: createDatabase(watchD1(OURS, note)) }, `handle-event:stripe:evt_${ids[i]}`),
  );
  const wrong = (await Promise.all(ends)).filter((end) => end !== "done");
  if (wrong.length > 0) throw new Error(`not settled: ${wrong.join(" ")}`);
}

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const count = Number(searchParams.get("count"));
    if (pathname === "/open") return Response.json({ cookie: await open(env, count) });
    if (pathname === "/fill") await fill(env, count);
    if (pathname === "/settle") await settle(env);
    if (pathname === "/repeat")
      await Promise.all(watched.map(({ waves }) => makeAgain({ ...env, DB: env.BARE }, waves)));
    return Response.json({ calls: watched.flatMap(({ waves }) => waves.flat()).length / (ids.length || 1) });
  },
} satisfies ExportedHandler<Bindings>;
