// Settles payments that are paid, as the settlement Worker does with a batch of nudges, and repeats the same trips on a second database
// that began alike: for scripts/bench-settle.mjs.
import { createDatabase } from "~/db/client";
import { newCertificateCode } from "~/areas/holdings/certificates/new-certificate-code";
import { type OutboxDeps, runOutboxRow } from "../../workers/settlement/outbox";
import type { CheckoutProvider } from "~/integrations/payments/port";
import { newId } from "~/server/ids";
import { recordedD1, replay, type Trip } from "./recorded-d1";

type Bindings = { OURS: D1Database; BARE: D1Database };

const PRICE_CENTS = 50_000;
const nowMs = () => Date.now();

/** Casks, people and payments whose money the provider has, with the event that says so. Each on both databases. */
async function fill({ OURS, BARE }: Bindings, count: number) {
  const at = nowMs();
  const run = crypto.randomUUID().slice(0, 8);
  const caskId = `csk_${run}`;
  const day = (offset: number) => new Date(at + offset * 86_400_000).toISOString().slice(0, 10);
  const statements = [
    `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms)
      VALUES ('${caskId}', 'Cask', 'whisky', 'butt', 'Glen Test', 'Made for tests.', 'Bond 1, Leith', 2019, 1234, ${PRICE_CENTS}, ${count}, '${day(-9)}', '${day(99)}', ${at})`,
    `UPDATE casks SET state = 'published' WHERE id = '${caskId}'`,
  ];
  const ids = Array.from({ length: count }, (_, i) => `${run}_${i}`);
  for (const id of ids)
    statements.push(
      `INSERT INTO users (id, email, full_name, referral_code, activated_at_ms, created_at_ms) VALUES ('usr_${id}', '${id}@example.com', 'A Buyer', '${id}', ${at}, ${at})`,
      `INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('pay_${id}', 'usr_${id}', 'stake', '${caskId}', 'Cask', ${PRICE_CENTS}, 'Bank', 'stripe', ${at + 3_600_000}, ${at}, ${at})`,
      `INSERT INTO reservations (payment_id, cask_id, created_at_ms) VALUES ('pay_${id}', '${caskId}', ${at})`,
      `UPDATE payments SET state = 'open', provider_session_id = 'cs_${id}', checkout_url = 'http://checkout.invalid' WHERE id = 'pay_${id}'`,
      `INSERT INTO provider_events (id, provider, type, concerns, session_id, received_at_ms)
        VALUES ('stripe:evt_${id}', 'stripe', 'checkout.session.completed', 'session', 'cs_${id}', ${at})`,
    );
  for (const d1 of [OURS, BARE])
    for (let from = 0; from < statements.length; from += 100)
      await d1.batch(statements.slice(from, from + 100).map((one) => d1.prepare(one)));
  return ids;
}

/** Says of every session that it is paid. */
const paidAtOnce = {
  name: "stripe",
  readSession: (sessionId: string) =>
    Promise.resolve({
      sessionId,
      status: "complete",
      paid: true,
      amountCents: PRICE_CENTS,
      currency: "USD",
      paymentId: sessionId.replace("cs_", "pay_"),
      providerPaymentId: sessionId.replace("cs_", "pi_"),
      url: null,
    }),
} as unknown as CheckoutProvider;

let ids: string[] = [];
let trips: Trip[][] = [];

async function settle({ OURS }: Bindings): Promise<string[]> {
  const unused = () => Promise.reject(new Error("not a part of settling"));
  const deps = {
    nowMs,
    newId: (prefix: string) => newId(prefix, nowMs()),
    newCode: newCertificateCode,
    origin: "http://localhost",
    checkout: { stripe: paidAtOnce, copperx: paidAtOnce },
    log: () => undefined,
    renderCertificate: unused,
  } as unknown as OutboxDeps;
  trips = ids.map(() => []);
  return Promise.all(
    ids.map((id, i) =>
      runOutboxRow({ ...deps, db: createDatabase(recordedD1(OURS, trips[i] ?? [])) }, `handle-event:stripe:evt_${id}`),
    ),
  );
}

const settled = async (d1: D1Database) =>
  (await d1.prepare("SELECT count(*) AS count FROM stakes").first<number>("count")) ?? 0;

export default {
  async fetch(request, bindings) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/fill") ids = await fill(bindings, Number(searchParams.get("count")));
    if (pathname === "/ours") {
      const wrong = (await settle(bindings)).filter((result) => result !== "done");
      if (wrong.length > 0) return new Response(`not settled: ${wrong.join(" ")}`, { status: 500 });
    }
    if (pathname === "/bare") await Promise.all(trips.map((all) => replay(bindings.BARE, all)));
    const [ours, bare] = await Promise.all([settled(bindings.OURS), settled(bindings.BARE)]);
    return Response.json({ ours, bare, trips: trips.reduce((sum, all) => sum + all.length, 0) / (ids.length || 1) });
  },
} satisfies ExportedHandler<Bindings>;
