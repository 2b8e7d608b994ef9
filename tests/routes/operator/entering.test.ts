import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";

// Coming to the console: a person who works in it goes on where they were. Who may come is in tests/security/authorisation-matrix.test.ts.

const context = createTestContext();
const { db } = context;
const app = openApp();

const ask = (path: string, cookie = "", more: RequestInit = {}) =>
  app.ask(path, { ...more, headers: { Cookie: cookie, ...more.headers } });
const post = (path: string, cookie: string, fields: Record<string, string>, from = path) =>
  ask(path, cookie, {
    method: "POST",
    headers: { Origin: ORIGIN, Referer: `${ORIGIN}${from}` },
    body: new URLSearchParams(fields),
  });
const provedAgo = (person: Person, minutes: number) =>
  db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - minutes * 60_000}
    WHERE user_id = ${person.userId}`);
const fields = { intent: "drop", letter: "guarded", reason: "A test of the provider." };
const putLetter = () =>
  db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms)
    VALUES ('guarded', 'queue', '{}', 1) ON CONFLICT DO NOTHING`);

it("the console behind Cloudflare Access does not exist for an operator who did not pass the gate, to read or to change", async () => {
  const gate = { ACCESS_TEAM_ORIGIN: "https://gate.cloudflareaccess.com", ACCESS_AUDIENCE: "audience-of-the-tests" };
  const { cookie } = await signIn(context, { operator: true });
  const headers = { Cookie: cookie, Origin: ORIGIN };
  const gated = openApp(gate);
  expect((await ask("/operator", cookie)).status).toBe(200);
  expect((await gated.ask("/operator", { headers })).status).toBe(404);
  const body = new URLSearchParams({ key: "payouts_per_day", value: "11" });
  expect((await gated.ask("/operator/settings", { method: "POST", headers, body })).status).toBe(404);
  expect(gated.trips.count).toBe(0);
});

describe("the console, signed out", () => {
  it("does not exist for a stranger, and leads a person who worked in it before to the login and back", async () => {
    for (const path of ["/operator", "/operator/withdrawals/wdr_1", "/operator/casks?state=draft"] as const) {
      expect((await ask(path)).status).toBe(404);
      const led = await ask(path, "staff=1");
      expect([led.status, led.location]).toEqual([303, loginTo(path as "/operator")]);
    }
  });

  it("is led to from an email: by the login, which looks the same to anyone, or straight there", async () => {
    const to = loginTo("/operator/settings#setting-joining_fee_cents-form");
    const shown = await ask(to);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('name="to" value="/operator/settings#setting-joining_fee_cents-form"');
    const operator = await signIn(context, { operator: true });
    expect((await ask(to, operator.cookie)).location).toBe("/operator/settings#setting-joining_fee_cents-form");
    const elsewhere = await ask("/get-started?mode=login&to=//evil.example");
    expect(elsewhere.text).not.toContain("evil.example");
  });

  it("after a session that has ended, leads the browser of a member of staff to the login and back", async () => {
    const operator = await signIn(context, { operator: true });
    await db.run(sql`UPDATE sessions SET revoked_at_ms = 1 WHERE user_id = ${operator.userId}`);
    const sent = await post("/operator/trouble", `${operator.cookie}; staff=1`, fields);
    expect([sent.status, sent.location]).toEqual([303, loginTo("/operator/trouble")]);
    const other = await post("/operator/trouble", operator.cookie, fields);
    expect(other.location).toBe("/#session-expired");
  });
});

describe("a code in the console", () => {
  it("comes before the form; one that opened may be sent for half an hour longer, and shows its errors", async () => {
    await putLetter();
    const operator = await signIn(context, { operator: true });
    await provedAgo(operator, 31);
    const led = await ask("/operator/trouble", operator.cookie);
    const code = "/confirm-code?to=/operator/trouble";
    expect([led.status, led.location, led.cookies]).toEqual([303, code, []]);
    const refused = await post("/operator/trouble", operator.cookie, { ...fields, reason: "" });
    expect([refused.status, refused.text.includes("Trouble")]).toEqual([400, true]);
    expect((await post("/operator/trouble", operator.cookie, fields)).location).toBe("/operator/trouble");
  });

  it("is asked for by a form sent later still, which does nothing; the page with its form says so", async () => {
    const operator = await signIn(context, { operator: true });
    await provedAgo(operator, 61);
    const sent = await post("/operator/payout-file", operator.cookie, { run: "run_1" }, "/operator/withdrawals");
    expect(sent.location).toBe("/confirm-code?to=/operator/withdrawals");
    const toast = sent.cookies.find((one) => one.startsWith("toast="))?.split(";")[0] ?? "";
    const asked = await ask(sent.location ?? "", `${operator.cookie}; ${toast}`);
    expect(asked.text).toContain("Enter a new one, then fill in the form again.");
    expect(await db.all(sql`SELECT id FROM payout_runs WHERE id = 'run_1'`)).toEqual([]);
  });
});
