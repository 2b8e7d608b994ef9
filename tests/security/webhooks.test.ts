import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runDueWork } from "../../workers/sandbox/due-work";
import { createSettlementDeps } from "../../workers/settlement/deps";
import { runScheduledWork } from "../../workers/settlement/run-timer";
import { hmacHex } from "../integrations/support/calls";
import { createTestContext, settlementTestConfig, testConfig } from "../support/context";
import { effort } from "../support/effort";
import { expectInvariants } from "../support/invariants";
import { type Person, putCask, signIn } from "../support/people";
import { openApp } from "../support/serve-app";
import { changedTables, databaseDump } from "./support/digest";

// At the Worker's entry: what no provider signed leaves no trace, and what one signed counts once, however often it
// comes.

type Post = { path: string; headers: Record<string, string>; body: string };

const PROVIDERS = {
  stripe: { path: "/webhooks/stripe", secret: testConfig.STRIPE_WEBHOOK_SECRET, mode: "Bank" },
  copperx: { path: "/webhooks/copperx", secret: testConfig.COPPERX_WEBHOOK_SECRET, mode: "Crypto" },
} as const;
type Name = keyof typeof PROVIDERS;
const NAMES = Object.keys(PROVIDERS) as Name[];

const app = openApp();
const context = createTestContext();
const settle = () => runScheduledWork(createSettlementDeps(app.bindings as never, settlementTestConfig as never));

const send = async ({ path, headers, body }: Post) => (await app.ask(path, { method: "POST", headers, body })).status;

async function sign(
  name: Name,
  body: string,
  { secret = PROVIDERS[name].secret as string, ageS = 0 } = {},
): Promise<Record<string, string>> {
  if (name === "copperx") return { "x-webhook-signature": await hmacHex(secret, body) };
  const time = Math.floor(Date.now() / 1000) - ageS;
  return { "stripe-signature": `t=${time},v1=${await hmacHex(secret, `${time}.${body}`)}` };
}

let networks = 0;

/** Buys a stake and pays for it at the provider; returns the event that the provider has yet to send. */
async function paidPurchase(name: Name): Promise<{ person: Person; caskId: string; told: Post[] }> {
  const [person, caskId] = [await signIn(context), await putCask(context)];
  const form = new URLSearchParams({ paymentMode: PROVIDERS[name].mode, cask: caskId, full_name: "Asha Rao" });
  // From a network of their own: one network's starts are limited.
  const headers = { Cookie: person.cookie, "CF-Connecting-IP": `10.0.${++networks}.1` };
  const started = await app.ask("/stripe-secure", { method: "POST", headers, body: form });
  const paid = { method: "POST", body: new URLSearchParams({ outcome: "paid" }), redirect: "manual" } as const;
  await app.bindings.SANDBOX?.fetch(new Request(started.location ?? "", paid));
  const told: Post[] = [];
  const postToApp = async (path: string, headers: Record<string, string>, body: string) => {
    told.push({ path, headers, body });
    return 200;
  };
  await runDueWork({ ...app.providers, nowMs: () => Date.now() + 10_000, postToApp });
  await app.settled();
  return { person, caskId, told: told.filter(({ path }) => path === PROVIDERS[name].path) };
}

async function forgeries(name: Name, { headers, body }: Post): Promise<[string, Post][]> {
  const { path } = PROVIDERS[name];
  const other = NAMES.find((one) => one !== name) ?? name;
  const [[header = "", value = ""] = []] = Object.entries(await sign(name, body));
  const altered = JSON.stringify({ ...(JSON.parse(body) as object), id: "evt_of_someone_else" });
  const mac = value.slice(-64);
  const withMac = (text: string) => ({ [header]: value.replace(mac, text) });
  const turned = (at: number) => withMac(mac.slice(0, at) + (mac[at] === "0" ? "1" : "0") + mac.slice(at + 1));
  const secrets = { own: PROVIDERS[name].secret, other: PROVIDERS[other].secret, none: "whsec_of_someone_else" };
  const signatures: Record<string, Record<string, string>> = {
    "no signature": {},
    "an empty one": { [header]: "" },
    zeros: withMac("0".repeat(64)),
    "cut short": withMac(mac.slice(0, 63)),
    "twice as long": withMac(mac + mac),
    "one letter another": turned(0),
    "its last letter another": turned(63),
    "another secret": await sign(name, body, { secret: secrets.none }),
    "the other provider's secret": await sign(name, body, { secret: secrets.other }),
    "the other provider's signature": await sign(other, body),
    "the secret itself": { [header]: secrets.own, "x-webhook-token": secrets.own },
    "the signature of another body": await sign(name, altered),
    ...(name === "stripe" && {
      "signed 301 seconds ago": await sign(name, body, { ageS: 301 }),
      "an old one under a new time": { [header]: value.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`) },
    }),
  };
  const flipped = (at: number) => body.slice(0, at) + String.fromCharCode(body.charCodeAt(at) ^ 1) + body.slice(at + 1);
  const many = effort(20, 200);
  const bodies = [
    "",
    `${body} `,
    ...Array.from({ length: many }, (_, n) => flipped(Math.floor((n * body.length) / many))),
  ];
  return [
    ...Object.entries(signatures).map(([what, sent]): [string, Post] => [what, { path, headers: sent, body }]),
    ...bodies.map((sent): [string, Post] => [sent, { path, headers: { [header]: value }, body: sent }]),
    ["at the other provider's door", { path: PROVIDERS[other].path, headers: { ...headers, [header]: value }, body }],
  ];
}

describe.each(NAMES)("a webhook of %s", (name) => {
  it("that is forged in any way is refused with 400 and leaves no trace", async () => {
    const { told } = await paidPurchase(name);
    const [genuine] = told;
    if (!genuine) throw new Error("the provider told us nothing");
    const tried = await forgeries(name, genuine);
    const before = await databaseDump();
    for (const [what, post] of tried) expect(await send(post), what).toBe(400);
    await app.settled();
    expect(changedTables(before, await databaseDump())).toEqual([]);
    expect(await send({ ...genuine, headers: await sign(name, genuine.body) })).toBe(200);
    expect(changedTables(before, await databaseDump())).toContain("provider_events");
  });

  it("that is replayed a hundred times is one row and one effect", async () => {
    const { person, caskId, told } = await paidPurchase(name);
    expect(told.length).toBeGreaterThan(0);
    const rows = async () => {
      const [row] = await context.db.all<{ events: number; due: number }>(sql`SELECT
        (SELECT count(*) FROM provider_events) AS events, (SELECT count(*) FROM outbox WHERE id LIKE 'handle-event:%') AS due`);
      return row ?? { events: 0, due: 0 };
    };
    const before = await rows();
    for (let round = 0; round < 10; round++) {
      const again = told.flatMap((post) =>
        Array.from({ length: 10 }, async () => send({ ...post, headers: await sign(name, post.body) })),
      );
      expect(new Set(await Promise.all(again))).toEqual(new Set([200]));
      // Settled in the middle of it: later copies change nothing.
      if (round % 3 === 0) await Promise.all([settle(), settle()]);
    }
    await settle();
    const after = await rows();
    expect([after.events - before.events, after.due - before.due]).toEqual([told.length, told.length]);
    const [effect] = await context.db.all<object>(sql`SELECT
      (SELECT count(*) FROM stakes WHERE user_id = ${person.userId}) AS stakes,
      (SELECT count(*) FROM transfers WHERE credit_account_id = ${`user:${person.userId}:tokens`}) AS tokens,
      (SELECT count(*) FROM certificates JOIN stakes ON stakes.id = stake_id WHERE user_id = ${person.userId}) AS certificates,
      (SELECT sold_stakes FROM casks WHERE id = ${caskId}) AS sold,
      (SELECT group_concat(state) FROM payments WHERE user_id = ${person.userId}) AS states`);
    expect(effect).toEqual({ stakes: 1, tokens: 1, certificates: 1, sold: 1, states: "settled" });
    await expectInvariants(context.db);
  });
});

describe.each(NAMES)("what %s signed and is not an event", (name) => {
  const odd: [string, unknown][] = [
    ["no JSON", "not json at all"],
    ["a list", []],
    ["nothing", null],
    ["no id", { type: "charge.refunded", data: { object: {} } }],
    ["an id that is a number", { id: 5, type: "checkout.session.completed", data: { object: { id: "cs_1" } } }],
    [
      "an id of a megabyte",
      { id: "e".repeat(300_000), type: "checkout_session.completed", data: { object: { id: "c" } } },
    ],
    ["no object", { id: "evt_1", type: "checkout.session.completed", data: {} }],
    ["an object that is a text", { id: "evt_1", type: "checkout.session.completed", data: { object: "cs_1" } }],
  ];

  it.each(odd)("is answered 400 and leaves no trace: %s", async (_what, content) => {
    const body = typeof content === "string" ? content : JSON.stringify(content);
    const before = await databaseDump();
    expect(await send({ path: PROVIDERS[name].path, headers: await sign(name, body), body })).toBe(400);
    expect(changedTables(before, await databaseDump())).toEqual([]);
  });
});
