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

async function outOfTime(person: Person) {
  await db.run(sql`UPDATE sessions SET proved_at_ms = proved_at_ms - 7200000 WHERE user_id = ${person.userId}`);
}
const proveAgain = (person: Person) =>
  db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);

describe("the console, signed out", () => {
  it("is not there for a stranger, and leads whoever worked in it before to the login and back", async () => {
    for (const path of ["/operator", "/operator/withdrawals/wdr_1"]) {
      expect((await ask(path)).status).toBe(404);
      const led = await ask(path, "staff=1");
      expect([led.status, led.location]).toEqual([303, loginTo(path as "/operator")]);
    }
    const listed = await ask("/operator/casks?state=draft", "staff=1");
    expect(listed.location).toBe(loginTo("/operator/casks?state=draft"));
  });

  it("is led to from a mail: by the login, which shows anybody the same, or straight there", async () => {
    const to = loginTo("/operator/settings#setting-joining_fee_cents-form");
    const shown = await ask(to);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('name="to" value="/operator/settings#setting-joining_fee_cents-form"');
    const operator = await signIn(context, { operator: true });
    expect((await ask(to, operator.cookie)).location).toBe("/operator/settings#setting-joining_fee_cents-form");
    const elsewhere = await ask("/get-started?mode=login&to=//evil.example");
    expect(elsewhere.text).not.toContain("evil.example");
  });

  it("after a session that has ended, leads the browser of a member of staff to the login and keeps what was sent", async () => {
    const operator = await signIn(context, { operator: true });
    await db.run(sql`UPDATE sessions SET revoked_at_ms = 1 WHERE user_id = ${operator.userId}`);
    const fields = { intent: "drop", letter: "letter-1", reason: "A test of the provider." };
    const sent = await post("/operator/trouble", `${operator.cookie}; staff=1`, fields);
    expect([sent.status, sent.location]).toEqual([303, loginTo("/operator/trouble")]);
    expect(named(sent.cookies, "kept-console")).not.toBe("");
    const other = await post("/operator/trouble", operator.cookie, fields);
    expect(other.location).toBe("/#session-expired");
  });
});

describe("a code in the console", () => {
  it("lasts while one works: the browser's word for it is signed, and of this session alone", async () => {
    const [operator, other] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
    const working = named((await ask("/operator/casks", operator.cookie)).cookies, "at-work");
    await outOfTime(operator);
    const later = async (cookie: string) => (await ask("/operator/casks", `${operator.cookie}; ${cookie}`)).status;
    expect(await later(working)).toBe(200);
    expect(await later("")).toBe(303);
    expect(await later(working.replace(/.(?=.{9}$)/, (one) => (one === "a" ? "b" : "a")))).toBe(303);
    expect(await later(named((await ask("/operator/casks", other.cookie)).cookies, "at-work"))).toBe(303);
    const paying = await post("/operator/withdrawals/wdr_1", `${operator.cookie}; ${working}`, {
      intent: "pay",
      bank_reference: "1",
    });
    expect(paying.location).toBe("/confirm-code?next=operator&to=/operator/withdrawals/wdr_1");
  });

  it("is prolonged for members of staff only", async () => {
    const investor = await signIn(context);
    expect(named((await ask("/operator/casks", investor.cookie)).cookies, "at-work")).toBe("");
  });
});

describe("a form sent after the code has run out", () => {
  const fields = { intent: "drop", letter: "kept-letter", reason: "Dealt with by telephone." };

  it("comes back with what was typed, is sent by one button, and is offered once", async () => {
    await db.run(
      sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('kept-letter', 'queue', '{}', 1)`,
    );
    const operator = await signIn(context, { operator: true });
    await outOfTime(operator);
    const sent = await post("/operator/trouble", operator.cookie, fields);
    expect([sent.status, sent.location]).toEqual([303, "/confirm-code?next=operator&to=/operator/trouble"]);
    const cookie = `${operator.cookie}; ${named(sent.cookies, "kept-console")}`;
    await proveAgain(operator);
    const page = await ask("/operator/trouble", cookie);
    expect(page.text).toContain("Your confirmation had expired");
    expect(page.text).toContain("Dealt with by telephone.");
    expect((await ask("/operator/support", cookie)).text).not.toContain("Dealt with by telephone.");
    expect((await post("/operator/trouble", cookie, fields)).status).toBe(303);
    expect((await ask("/operator/trouble", cookie)).text).not.toContain("Your confirmation had expired");
    const [letter] = await db.all<{ done: number }>(
      sql`SELECT resolved_at_ms IS NOT NULL AS done FROM dead_letters WHERE id = 'kept-letter'`,
    );
    expect(letter?.done).toBe(1);
  });

  it("is shown to nobody else, and comes back to the page of its form", async () => {
    const [operator, other] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
    await outOfTime(operator);
    const sent = await post("/operator/payout-file", operator.cookie, { run: "run_1" }, "/operator/withdrawals");
    expect(sent.location).toBe("/confirm-code?next=operator&to=/operator/withdrawals");
    const page = await ask("/operator/withdrawals", `${other.cookie}; ${named(sent.cookies, "kept-console")}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("Your confirmation had expired");
  });
});
