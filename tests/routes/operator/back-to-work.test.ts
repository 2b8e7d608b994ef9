import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loginTo } from "~/areas/accounts/login/login-goals";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";

// Coming to the console signed out, or with a code that has run out, and going on where one was.

const context = createTestContext();
const { db } = context;
const app = openApp();

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const ask = (path: string, cookie = "", more: RequestInit = {}) =>
  app.ask(path, { ...more, headers: { Cookie: cookie, ...more.headers } });
const post = (path: string, cookie: string, fields: Record<string, string>, from = path) =>
  ask(path, cookie, {
    method: "POST",
    headers: { Origin: ORIGIN, Referer: `${ORIGIN}${from}` },
    body: new URLSearchParams(fields),
  });
const named = (cookies: string[], name: string) =>
  cookies.find((one) => one.startsWith(`${name}=`))?.split(";")[0] ?? "";

const fields = { intent: "drop", letter: "letter-1", reason: "A test of the provider." };

describe("the console, signed out", () => {
  it("is not there for a stranger, and leads a person who worked in it before to the login and back", async () => {
    for (const path of ["/operator", "/operator/withdrawals/wdr_1"]) {
      expect((await ask(path)).status).toBe(404);
      const led = await ask(path, "staff=1");
      expect([led.status, led.location]).toEqual([303, loginTo(path as "/operator")]);
    }
    const listed = await ask("/operator/casks?state=draft", "staff=1");
    expect(listed.location).toBe(loginTo("/operator/casks?state=draft"));
  });

  it("is led to from an email: by the login, which shows anybody the same, or straight there", async () => {
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
  const provedAgo = (person: Person, minutes: number) =>
    db.run(
      sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - minutes * 60_000} WHERE user_id = ${person.userId}`,
    );
  const CODE = "/confirm-code?next=operator&to=/operator/trouble";

  it("comes before the form; one that opened may be sent for half an hour longer, and shows its errors", async () => {
    await db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('letter-1', 'queue', '{}', 1)`);
    const operator = await signIn(context, { operator: true });
    await provedAgo(operator, 31);
    const led = await ask("/operator/trouble", operator.cookie);
    expect([led.status, led.location, led.cookies]).toEqual([303, CODE, []]);
    const refused = await post("/operator/trouble", operator.cookie, { ...fields, reason: "" });
    expect([refused.status, refused.text.includes("Trouble")]).toEqual([400, true]);
    expect((await post("/operator/trouble", operator.cookie, fields)).location).toBe("/operator/trouble");
  });

  it("is asked for by a form sent later still, which does nothing; the page with its form says so", async () => {
    const operator = await signIn(context, { operator: true });
    await provedAgo(operator, 61);
    const sent = await post("/operator/payout-file", operator.cookie, { run: "run_1" }, "/operator/withdrawals");
    expect(sent.location).toBe("/confirm-code?next=operator&to=/operator/withdrawals");
    const asked = await ask(sent.location ?? "", `${operator.cookie}; ${named(sent.cookies, "toast")}`);
    expect(asked.text).toContain("Enter a new one, then fill in the form again.");
    expect(await db.all(sql`SELECT id FROM payout_runs WHERE id = 'run_1'`)).toEqual([]);
  });
});
