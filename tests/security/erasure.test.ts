import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { relayOutbox } from "../../workers/settlement/outbox";
import { createSettlementDeps } from "../../workers/settlement/deps";
import { createTestContext, settlementTestConfig } from "../support/context";
import { giveRipeStake } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { openApp } from "../support/serve-app";
import { payWithdrawal } from "../support/withdrawals";
import { databaseDump } from "./support/digest";
import { BANK, PERSON, Walker } from "./support/walker";

// A person whose every value is unmistakable does all there is to do, and then closes the account. Nothing that says who it was is
// left: in no table, no file, no record of a session. The books are there, by the id.

const VALUES = Object.entries(PERSON);

const app = openApp();
const context = createTestContext();
const settlement = createSettlementDeps(app.bindings as never, settlementTestConfig as never);
const quiet = vi.spyOn(console, "log").mockReturnValue(undefined);
const walker = new Walker(app, "203.0.113.77");
let userId = "";
let referralCode = "";
let certificateId = "";
let before: Map<string, string>;

async function enterCode(to: string, path: string): Promise<void> {
  expect((await walker.post(path, { intent: "verify", otp: await walker.codeFor(to) })).status, path).toBe(303);
}

async function live(): Promise<void> {
  await walker.call("POST", "/api/leads/add_leads", "", { email: PERSON.email });
  await walker.post("/audit?index", { email: PERSON.email });
  // Before there was an account, and while there is one.
  const wrote = { name: PERSON.name, kind: "account", message: `I live at ${PERSON.address}.` };
  await walker.post("/customer-support", { ...wrote, contact: PERSON.email });
  await walker.post("/get-started?mode=sign-up", { email: PERSON.email });
  await enterCode(PERSON.email, "/enter-OTP");
  const [user] = await context.db.all<{ id: string; code: string }>(
    sql`SELECT id, referral_code AS code FROM users WHERE email = ${PERSON.email}`,
  );
  [userId, referralCode] = [user?.id ?? "", user?.code ?? ""];
  await context.db.run(sql`UPDATE users SET activated_at_ms = 1 WHERE id = ${userId}`);
  await walker.post("/personal-details", { full_name: PERSON.name, email: PERSON.email, address: PERSON.address });
  await walker.post("/bank-details", { ...BANK, branch_address: PERSON.branch });
  await walker.post("/customer-support", { ...wrote, contact: "elsewhere@example.com" });
  for (const phone of [PERSON.phone, PERSON.newPhone]) {
    await walker.post("/phone-number", { phone_number: phone });
    await enterCode(phone, "/confirm-contact");
  }
  await walker.post("/personal-details", { full_name: PERSON.name, email: PERSON.newEmail, address: PERSON.address });
  await enterCode(PERSON.newEmail, "/confirm-contact");
  const ripe = { userId, cookie: "", email: PERSON.newEmail };
  const stake = await giveRipeStake(context, ripe, await putCask(context, { name: "Ripe Cask" }));
  certificateId = stake.certificateId;
  await env.CERTIFICATES.put(certificateId, `%PDF ${PERSON.name}`);
  await walker.post("/wallet?dialog=withdraw", {
    intent: "withdraw",
    ...BANK,
    stake_id: stake.stakeId,
    cycle_number: "1",
  });
  const [asked] = await context.db.all<{ id: string }>(sql`SELECT id FROM withdrawals WHERE user_id = ${userId}`);
  const operator = await signIn(context, { operator: true });
  await context.db.batch([
    context.db.run(sql`INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
      SELECT 'ans_' || id, id, ${operator.userId}, ${`Dear ${PERSON.name}`}, 1 FROM support_requests`),
    context.db
      .run(sql`INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms, restored_by, restored_at_ms)
      VALUES ('sus_1', ${userId}, ${operator.userId}, ${`A card of ${PERSON.name}`}, 1, ${operator.userId}, 2)`),
    context.db.run(sql`INSERT INTO name_corrections (id, user_id, full_name, on_certificate, created_at_ms)
      VALUES ('nam_1', ${userId}, ${PERSON.name}, ${PERSON.name}, 1)`),
  ]);
  context.clock.advance(49 * 3_600_000);
  await payWithdrawal(context, { withdrawalId: asked?.id ?? "", userId, operatorId: operator.userId });
  await context.db.run(sql`DELETE FROM counters`);
  // A login begun elsewhere, and not finished.
  await new Walker(app, "203.0.113.78").post("/get-started?mode=login", { email: PERSON.newEmail });
}

const found = (text: string) =>
  [...VALUES, ["code", referralCode] as const]
    .filter(([, value]) =>
      [value, encodeURIComponent(value), btoa(value).replaceAll("=", "")].some((one) =>
        text.toLowerCase().includes(one.toLowerCase()),
      ),
    )
    .map(([name]) => name);

beforeAll(async () => {
  await live();
  before = await databaseDump();
  // The last messages go to every address that there was.
  await context.db.run(sql`UPDATE stakes SET state = 'ended' WHERE user_id = ${userId}`);
  await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${userId}`);
  const closed = await walker.post("/close-account", { understood: "yes" });
  expect(closed.location).toBe("/#account-closed");
  await relayOutbox({ ...settlement, nowMs: context.nowMs }, { most: 1_000 });
});
afterAll(() => quiet.mockRestore());

describe("a person whose account was closed", () => {
  it("had been known in all these tables", () => {
    for (const table of [
      "users",
      "bank_details",
      "withdrawals",
      "contact_changes",
      "leads",
      "login_flows",
      "support_requests",
      "support_answers",
      "suspensions",
      "name_corrections",
    ])
      expect(found(before.get(table) ?? "").length, table).toBeGreaterThan(0);
  });

  it("is in no table any more", async () => {
    const after = await databaseDump();
    for (const [table, rows] of after) expect(found(rows), table).toEqual([]);
    expect(after.size).toBe(before.size);
    expect([before, after].map((dump) => dump.get("name_corrections"))).toEqual([
      expect.stringContaining(userId),
      "[]",
    ]);
    expect(after.get("contact_changes")).toContain('"old_value":""');
  });

  it("is in no file and no session record any more, and on no page that others see", async () => {
    expect((await env.CERTIFICATES.list()).objects.map(({ key }) => key)).not.toContain(certificateId);
    for (const { name } of (await env.SESSIONS.list()).keys)
      expect(found(`${name} ${await env.SESSIONS.get(name)}`)).toEqual([]);
    expect((await app.ask(`/verify/${certificateId}`)).status).toBe(200);
  });

  it("left the books as they were, by the id", async () => {
    const rows = async (table: string) =>
      context.db.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM ${table} WHERE user_id = '${userId}'`));
    for (const table of ["payments", "stakes", "withdrawals", "accounts"])
      expect((await rows(table))[0]?.n, table).toBeGreaterThan(0);
    const [{ transfers } = { transfers: 0 }] = await context.db.all<{ transfers: number }>(
      sql`SELECT count(*) AS transfers FROM transfers WHERE debit_account_id LIKE ${`user:${userId}:%`} OR credit_account_id LIKE ${`user:${userId}:%`}`,
    );
    expect(transfers).toBeGreaterThan(2);
  });
});
