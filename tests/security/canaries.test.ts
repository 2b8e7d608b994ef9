import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runDueWork } from "../../workers/sandbox/due-work";
import { createSettlementDeps } from "../../workers/settlement/deps";
import { relayOutbox } from "../../workers/settlement/outbox";
import { runScheduledWork } from "../../workers/settlement/run-timer";
import { createTestContext, settlementTestConfig } from "../support/context";
import { giveRipeStake } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { openApp } from "../support/serve-app";
import { payWithdrawal } from "../support/withdrawals";
import { databaseDump } from "./support/digest";
import { BANK, PERSON as WANTED, Walker } from "./support/walker";

// A user whose every value is unmistakable uses the whole product. Then everything that was logged, stored or sent on is searched for
// these values: they may only be where they belong. At the end the account is closed, and nothing says any more who it was.

const PERSON = { ...WANTED, ip: "203.0.113.77" };
type Canary = keyof typeof PERSON;
const CANARIES = Object.entries(PERSON) as [Canary, string][];

/** The tables that are meant to hold each value. No other table may. */
const HOMES: Record<string, readonly Canary[]> = {
  users: ["name", "newEmail", "newPhone", "address"],
  bank_details: ["holder", "bank", "ifsc", "branch"],
  withdrawals: ["holder", "bank", "ifsc"],
  contact_changes: ["email", "newEmail", "phone", "newPhone"],
  leads: ["email", "phone"],
  // A begun login holds its address, and is deleted with it.
  login_flows: ["email", "newEmail", "phone", "newPhone"],
  support_requests: ["name", "email", "address"],
  support_answers: ["name"],
  suspensions: ["name"],
};

const providerAnswers: Promise<number>[] = [];
const app = openApp();
const context = createTestContext();
const lines: string[] = [];
const codes: string[] = [];
const spies = (["log", "warn", "error", "info", "debug"] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation((...said: unknown[]) => void lines.push(said.map(String).join(" "))),
);
const walker = new Walker(app, PERSON.ip);
const byPhone = new Walker(app, PERSON.ip);
const settlement = createSettlementDeps(app.bindings as never, settlementTestConfig as never);
let userId = "";
let referralCode = "";
let certificateId = "";

const twoDaysOn = () => Date.now() + 49 * 3_600_000;
const settle = () => runScheduledWork(settlement);

async function enterCode(to: string, who = walker, path = "/enter-OTP"): Promise<void> {
  const code = await who.codeFor(to);
  codes.push(code);
  await who.post(path, { intent: "verify", otp: code === "000000" ? "111111" : "000000" });
  const done = await who.post(path, { intent: "verify", otp: code });
  expect(done.status, path).toBe(303);
}

const WEBHOOKS_COME_AFTER_MS = 10_000;

function postToApp(path: string, headers: Record<string, string>, body: string): Promise<number> {
  const told = app.ask(path, { method: "POST", headers, body }).then(({ status }) => status);
  providerAnswers.push(told);
  return told;
}

async function pay(what: Record<string, string>): Promise<void> {
  const started = await walker.post("/stripe-secure", { paymentMode: "Bank", ...what });
  expect(started.location).toContain("/sandbox/checkout/");
  await app.bindings.SANDBOX?.fetch(
    new Request(started.location ?? "", {
      method: "POST",
      body: new URLSearchParams({ outcome: "paid" }),
      redirect: "manual",
    }),
  );
  await runDueWork({ ...app.providers, nowMs: () => Date.now() + WEBHOOKS_COME_AFTER_MS, postToApp });
  await settle();
}

async function live(): Promise<void> {
  for (const told of [{ email: PERSON.email }, { phone_number: PERSON.phone }])
    await walker.call("POST", "/api/leads/add_leads", "", told);
  await walker.post("/audit?index", { email: PERSON.email });
  // Before there was an account, and while there is one.
  const wrote = { name: PERSON.name, kind: "account", message: `I live at ${PERSON.address}.` };
  await walker.post("/customer-support", { ...wrote, contact: PERSON.email });
  await walker.post("/get-started?mode=sign-up", { email: PERSON.email });
  await enterCode(PERSON.email);
  const [user] = await context.db.all<{ id: string; code: string }>(sql`SELECT id, referral_code AS code FROM users
    WHERE email = ${PERSON.email}`);
  [userId, referralCode] = [user?.id ?? "", user?.code ?? ""];
  await walker.post("/customer-support", { ...wrote, contact: "elsewhere@example.com" });
  const sent = await walker.call("POST", "/api/otp/send", "", { email: "not an address" });
  expect(sent.status).toBe(400);
  const personal = { full_name: PERSON.name, address: PERSON.address };
  await walker.post("/personal-details", { ...personal, email: PERSON.email });
  await walker.post("/personal-details", { ...personal, address: `${PERSON.address} `.repeat(40) });
  await walker.post("/bank-details", { ...BANK, branch_address: PERSON.branch });
  await walker.post("/bank-details", { ...BANK, account_number: PERSON.account.repeat(20) });
  await walker.get("/bank-details");
  await pay({ product: "joining-fee" });
  await pay({ cask: await putCask(context, { name: "Canary Cask" }) });
  const ripe = { userId, cookie: "", email: PERSON.email };
  const stake = await giveRipeStake(context, ripe, await putCask(context, { name: "Ripe Cask" }));
  certificateId = stake.certificateId;
  await env.CERTIFICATES.put(certificateId, `%PDF ${PERSON.name}`);
  const cycle = { stake_id: stake.stakeId, cycle_number: "1" };
  expect((await walker.post("/wallet?dialog=withdraw", { intent: "withdraw", ...BANK, ...cycle })).status).toBe(303);
  await walker.post("/phone-number", { phone_number: PERSON.phone });
  await enterCode(PERSON.phone, walker, "/confirm-contact");
  await byPhone.post("/get-started?mode=login", { phone_number: PERSON.phone });
  await enterCode(PERSON.phone, byPhone);
  await byPhone.get("/wallet");
  await walker.post("/phone-number", { phone_number: PERSON.newPhone });
  await enterCode(PERSON.newPhone, walker, "/confirm-contact");
  await walker.post("/personal-details", { ...personal, email: PERSON.newEmail });
  await enterCode(PERSON.newEmail, walker, "/confirm-contact");
  const operator = await signIn(context, { operator: true });
  await context.db.batch([
    context.db.run(sql`INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
      SELECT 'ans_' || id, id, ${operator.userId}, ${`Dear ${PERSON.name}`}, 1 FROM support_requests`),
    context.db
      .run(sql`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms, restored_by, restored_at_ms)
      VALUES ('sus_1', ${userId}, ${operator.userId}, ${`A card of ${PERSON.name}`}, 1, ${operator.userId}, 2)`),
  ]);
  const [asked] = await context.db.all<{ id: string }>(sql`SELECT id FROM withdrawals WHERE user_id = ${userId}`);
  const decided = { withdrawalId: asked?.id ?? "", userId, operatorId: operator.userId, nowMs: twoDaysOn() };
  expect(await payWithdrawal(context, decided)).toEqual({ ok: true });
  await settle();
  // A login begun elsewhere, and not finished.
  await new Walker(app, "203.0.113.78").post("/get-started?mode=login", { email: PERSON.newEmail });
}

const PAGES = [
  ...["/", "/invest", "/wallet", "/wallet?tab=tokens", "/wallet?tab=rewards&dialog=share", "/settings"],
  ...["/personal-details", "/bank-details", "/no-such-page", "/payment-success?payment=pay_none"],
  ...["/certificates/crt_none.pdf", "/confirm-code"],
];

/** Requests pages and actions on a failing database, whose errors quote what was typed. */
async function breakDown(): Promise<void> {
  const broken = ["audit_log", "casks", "login_flows", "leads"];
  for (const table of broken) await context.db.run(sql.raw(`ALTER TABLE ${table} RENAME TO ${table}_gone`));
  try {
    expect((await walker.get("/invest")).status).toBe(500);
    const personal = { full_name: PERSON.name, address: PERSON.address };
    expect((await walker.post("/personal-details", personal)).status).toBe(500);
    expect((await walker.post("/bank-details", { ...BANK, branch_address: PERSON.branch })).status).toBe(500);
    await walker.post("/wallet", { intent: "withdraw", ...BANK });
    expect((await byPhone.post("/get-started", { email: PERSON.email })).status).toBe(500);
    expect((await byPhone.call("POST", "/api/otp/send", "", { phone_number: PERSON.phone })).status).toBe(500);
    expect((await byPhone.call("POST", "/api/leads/add_leads", "", { phone_number: PERSON.phone })).status).toBe(500);
  } finally {
    for (const table of broken) await context.db.run(sql.raw(`ALTER TABLE ${table}_gone RENAME TO ${table}`));
  }
}

/** The value as it is, and as URLs, JSON and base64 would write it. */
const spellings = (value: string) => [
  value,
  encodeURIComponent(value),
  value.replaceAll(" ", "+"),
  btoa(value).replaceAll("=", ""),
];
function found(text: string, but: readonly Canary[] = []): string[] {
  const small = text.toLowerCase();
  return CANARIES.filter(
    ([name, value]) => !but.includes(name) && spellings(value).some((one) => small.includes(one.toLowerCase())),
  ).map(([name]) => name);
}

beforeAll(async () => {
  await live();
  for (const path of PAGES) await walker.get(path);
  await breakDown();
});
afterAll(() => {
  for (const spy of spies) spy.mockRestore();
});

describe("a user's values, after using the whole product,", () => {
  it("were really used: they are in their tables and on the user's pages", async () => {
    const dump = await databaseDump();
    for (const table of Object.keys(HOMES)) expect(found(dump.get(table) ?? "").length, table).toBeGreaterThan(0);
    const page = walker.steps.find(({ asked }) => asked === "GET /bank-details")?.answered.text ?? "";
    expect(page).toContain(PERSON.account);
    expect(codes.filter((code) => /^\d{6}$/.test(code))).toHaveLength(5);
    expect(await Promise.all(providerAnswers)).toContain(200);
    expect(lines.length).toBeGreaterThan(20);
    const [{ n } = { n: 0 }] = await context.db.all<{ n: number }>(sql`SELECT count(*) AS n FROM certificates
      WHERE state = 'issued'`);
    expect(n).toBeGreaterThan(1);
  });

  it("are in no log line, and neither are the codes", () => {
    for (const line of lines) {
      expect(found(line), line).toEqual([]);
      for (const code of codes) expect(new RegExp(`\\b${code}\\b`).test(line), line).toBe(false);
    }
  });

  it("are in no URL: of a redirect, a link or a call to a provider", () => {
    for (const { asked, answered } of [...walker.steps, ...byPhone.steps]) {
      const links = [...answered.text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map((match) => match[1] ?? "");
      for (const address of [answered.location ?? "", answered.headers.get("X-Remix-Redirect") ?? "", ...links])
        expect(found(address), `${asked}: ${address}`).toEqual([]);
    }
    const told = app.providersCalled.filter(({ url }) => url.startsWith("https://"));
    expect(told.length).toBeGreaterThan(5);
    for (const { url } of told) expect(found(url), url).toEqual([]);
  });

  it("are in no page comment, header, readable cookie or error page", () => {
    for (const { asked, answered } of [...walker.steps, ...byPhone.steps]) {
      for (const [comment] of answered.text.matchAll(/<!--.*?-->/gs)) expect(found(comment), asked).toEqual([]);
      const headers = [...answered.headers].map((header) => header.join(": ")).join("\n");
      expect(found(headers), `${asked}: ${headers}`).toEqual([]);
      if (answered.status === 404 || asked === "GET /invest") expect(found(answered.text), asked).toEqual([]);
      expect(answered.text).not.toMatch(/D1_ERROR|SQLITE|no such table/);
    }
  });

  it("go to the payment provider as an email address and nothing more", () => {
    const told = app.providersCalled.filter(({ url }) => /stripe|copperx/.test(url));
    expect(told.length).toBeGreaterThan(0);
    for (const { url, body } of told) expect(found(body, ["email", "newEmail"]), url).toEqual([]);
  });

  it("are only in the tables meant for them, and the account number and the codes in none", async () => {
    for (const [table, rows] of await databaseDump()) {
      expect(found(rows, HOMES[table]), table).toEqual([]);
      for (const code of codes) expect(rows.includes(`"${code}"`), table).toBe(false);
    }
  });

  it("are not in KV, and in certificates only as the holder's name", async () => {
    const { keys } = await env.SESSIONS.list();
    expect(keys.length).toBeGreaterThan(0);
    for (const { name } of keys) expect(found(`${name} ${await env.SESSIONS.get(name)}`), name).toEqual([]);
    const { objects } = await env.CERTIFICATES.list();
    expect(objects.length).toBeGreaterThan(0);
    for (const { key, customMetadata } of objects) {
      expect(found(`${key} ${JSON.stringify(customMetadata)}`)).toEqual([]);
      const bytes = await (await env.CERTIFICATES.get(key))?.text();
      expect(found(bytes ?? "", ["name"])).toEqual([]);
    }
  });
});

describe("a person whose account was closed", () => {
  let before: Map<string, string>;

  beforeAll(async () => {
    before = await databaseDump();
    await context.db.run(sql`DELETE FROM counters`);
    await context.db.run(sql`UPDATE stakes SET state = 'ended' WHERE user_id = ${userId}`);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${userId}`);
    expect((await walker.post("/close-account", { understood: "yes" })).location).toBe("/#account-closed");
    // The last messages go to every address that there was.
    await relayOutbox({ ...settlement, nowMs: twoDaysOn }, { most: 1_000 });
  });

  const traces = (text: string) => [...found(text), ...(text.includes(referralCode) ? ["code"] : [])];

  it("is in no table any more", async () => {
    const after = await databaseDump();
    for (const [table, rows] of after) expect(traces(rows), table).toEqual([]);
    expect(after.size).toBe(before.size);
    expect(after.get("contact_changes")).toContain('"old_value":""');
  });

  it("is in no file and no session record any more, while the certificate can still be checked", async () => {
    expect((await env.CERTIFICATES.list()).objects.map(({ key }) => key)).not.toContain(certificateId);
    for (const { name } of (await env.SESSIONS.list()).keys)
      expect(traces(`${name} ${await env.SESSIONS.get(name)}`)).toEqual([]);
    expect((await app.ask(`/verify/${certificateId}`)).status).toBe(200);
  });

  it("left the books as they were, by the id", async () => {
    const after = await databaseDump();
    const rows = (dump: Map<string, string>, table: string) => dump.get(table)?.split(userId).length ?? 0;
    for (const table of ["payments", "stakes", "withdrawals", "accounts", "transfers"]) {
      expect(rows(after, table), table).toBe(rows(before, table));
      expect(rows(after, table), table).toBeGreaterThan(1);
    }
  });
});
