import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { readSessionCookie } from "~/server/session/cookie";
import { readSessionRecord } from "~/server/session/record";
import { createTestContext, type TestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { countRows, emptyTables, viewerOf, Visitor } from "./visitor";

const ADDRESS = "asha@example.com";
let context: TestContext;
let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

describe("logging in by phone", () => {
  it("accepts the ten digits with or without +91 and spaces, and shows them whole", async () => {
    await visitor.askForCode({ phone_number: "+91 98765-43210", mode: "login" });
    expect(context.phoneCodes.sent.map((one) => one.phone)).toEqual(["919876543210"]);
    expect((await visitor.openCodePage()).page).toMatchObject({
      heading: "Login",
      channel: "phone",
      destination: "+91 98765 43210",
    });
    expect((await visitor.enterCode(context.phoneCodes.codeFor("919876543210"))).roundTrips).toBe(4);
    expect(await viewerOf(visitor)).toMatchObject({ phone: "919876543210", email: null });
    const again = new Visitor(context, "198.51.100.2");
    expect((await again.signInByPhone("9876543210")).location).toBe("/wallet");
    expect((await viewerOf(again))?.id).toBe((await viewerOf(visitor))?.id);
  });

  it.each(["12345", "98765432101", "1234567890", "abcdefghij", "+1 9876543210"])(
    "refuses %j and keeps what was typed",
    async (phone_number) => {
      const answer = await visitor.askForCode({ phone_number });
      expect(answer.status).toBe(400);
      expect(answer.refused).toMatchObject({ values: { phone_number }, errors: { phone_number: expect.any(String) } });
      expect(context.phoneCodes.sent).toEqual([]);
    },
  );

  it("binds the vendor's request id to the number: the browser sends neither", async () => {
    await visitor.askForCode({ phone_number: "9876543210" });
    await visitor.post({ intent: "verify", otp: "123456", reqId: "forged", phone_number: "9999999999" });
    expect(context.phoneCodes.asked).toEqual([{ requestId: context.phoneCodes.sent[0]?.requestId, code: "123456" }]);
  });
});

describe("a session", () => {
  it("ends in D1, in KV and in its cookies on logout, and the landing page says so", async () => {
    await visitor.signInByEmail(ADDRESS);
    const stolen = new Visitor(context);
    stolen.cookies.set("session", visitor.cookies.get("session") ?? "");
    const headers = { Cookie: `session=${visitor.cookies.get("session")}` };
    const presented = await readSessionCookie(context.config, new Request("http://localhost:8787/", { headers }));
    const idHash = presented?.idHash ?? "";
    expect(await readSessionRecord(env.SESSIONS, idHash, context.nowMs())).not.toBeNull();
    const out = await visitor.signOut();
    expect(out).toMatchObject({ status: 303, location: "/#signed-out", roundTrips: 1 });
    expect(out.headers.get("Clear-Site-Data")).toBe('"cache", "storage", "prefetchCache", "prerenderCache"');
    expect(out.setCookies.map((line) => line.split(";")[0])).toEqual(["session=", "login="]);
    expect(await readSessionRecord(env.SESSIONS, idHash, context.nowMs())).toBeNull();
    expect(await viewerOf(stolen)).toBeNull();
    expect(await stolen.signOut()).toMatchObject({ status: 303 });
    expect(await countRows("audit_log WHERE action = 'signed-out'")).toBe(1);
    expect(await new Visitor(context).signOut()).toMatchObject({ status: 303, roundTrips: 0 });
  });

  it("is refused to a suspended user, who is told why", async () => {
    await visitor.signInByEmail(ADDRESS);
    await env.DB.prepare("UPDATE users SET suspended_at_ms = 1").run();
    expect(await viewerOf(visitor)).toBeNull();
    const refused = await visitor.signInByEmail(ADDRESS);
    expect(refused).toMatchObject({ status: 403, location: null });
    expect(refused.refused?.alert).toContain("suspended");
    expect(await viewerOf(visitor)).toBeNull();
    expect(await countRows("audit_log WHERE action = 'login-refused'")).toBe(1);
  });
});

describe("an invitation by link", () => {
  let owner: Person;
  let code: string;
  beforeEach(async () => {
    owner = await signIn(context);
    await giveStake(context, owner, await putCask(context));
    code = await codeOf(owner);
  });

  const codeOf = async ({ userId }: Person) =>
    (
      await env.DB.prepare("SELECT referral_code AS code FROM users WHERE id = ?")
        .bind(userId)
        .first<{ code: string }>()
    )?.code ?? "";
  const isReferred = async (email: string) =>
    (await countRows(`referrals JOIN users ON users.id = referred_id WHERE email = '${email}'`)) === 1;

  it.each(["NOSUCHCD", "'; DROP TABLE users; --", "x".repeat(500), "\u0000"])(
    "with the bad code %j counts for nobody, and lets everyone in",
    async (ref) => {
      expect((await visitor.signInByEmail(ADDRESS, { ref })).location).toBe("/wallet");
      expect(await countRows("referrals")).toBe(0);
    },
  );

  it("counts for no one who has an account already, nor for its sender", async () => {
    await visitor.signInByEmail("friend@example.com");
    for (const email of ["friend@example.com", owner.email])
      await new Visitor(context).signInByEmail(email, { ref: code });
    expect(await countRows("referrals")).toBe(0);
  });

  it("stays in the browser until sign-up, over pages that know nothing of it and on another day", async () => {
    expect((await visitor.openGetStarted(`?mode=login&ref=${code.toLowerCase()}`)).page).toMatchObject({
      referralCode: code,
    });
    context.clock.advance(30 * 86_400_000);
    expect((await visitor.openGetStarted("?mode=sign-up")).page).toMatchObject({ referralCode: code });
    await visitor.signInByEmail(ADDRESS);
    expect(await isReferred(ADDRESS)).toBe(true);
    expect(visitor.cookies.has("ref")).toBe(false);
  });

  it("counts when the code was asked for before the link was followed", async () => {
    await visitor.askForCode({ email: ADDRESS });
    await visitor.openGetStarted(`?ref=${code}`);
    await visitor.enterCode(context.mailer.codeFor(ADDRESS));
    expect(await isReferred(ADDRESS)).toBe(true);
  });

  it("counts if the login began with it, though another one was followed before its code was entered", async () => {
    const another = await signIn(context);
    await giveStake(context, another, await putCask(context));
    await visitor.openGetStarted(`?ref=${code}`);
    await visitor.askForCode({ email: ADDRESS });
    await visitor.openGetStarted(`?ref=${await codeOf(another)}`);
    await visitor.enterCode(context.mailer.codeFor(ADDRESS));
    expect(await isReferred(ADDRESS)).toBe(true);
    expect(await countRows(`referrals WHERE referrer_id = '${owner.userId}'`)).toBe(1);
  });

  it("that does not exist is not greeted, and does not replace a valid one", async () => {
    expect((await visitor.openGetStarted("?ref=NOSUCHCD")).page).toMatchObject({ referralCode: "" });
    expect(visitor.cookies.has("ref")).toBe(false);
    await visitor.openGetStarted(`?ref=${code}`);
    expect((await visitor.openGetStarted("?ref=NOSUCHCD")).page).toMatchObject({ referralCode: code });
    await visitor.signInByEmail(ADDRESS);
    expect(await isReferred(ADDRESS)).toBe(true);
  });

  it.each([
    ["is not activated", "UPDATE users SET activated_at_ms = NULL WHERE id = ?"],
    ["is suspended", "UPDATE users SET suspended_at_ms = 1 WHERE id = ?"],
    ["has no stake any more", "UPDATE stakes SET state = 'frozen' WHERE user_id = ?"],
  ])("by a person who %s does not count", async (_, change) => {
    await env.DB.prepare(change).bind(owner.userId).run();
    expect((await visitor.openGetStarted(`?ref=${code}`)).page).toMatchObject({ referralCode: "" });
    await visitor.signInByEmail(ADDRESS, { ref: code });
    expect(await isReferred(ADDRESS)).toBe(false);
  });

  it.each(["/", "/create-account", "/fees-and-nothing", "/verify/NOSUCH"])(
    "is kept from %s on, if there is such a page",
    async (path) => {
      const app = openApp();
      const seen = await app.ask(`${path}?ref=${code}`);
      const kept = seen.cookies.find((line) => line.startsWith("ref="));
      if (seen.status !== 200) {
        expect(kept).toBeUndefined();
        return;
      }
      expect(kept).toMatch(/; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(seen.headers.get("Cache-Control")).toContain("no-store");
      expect((await app.ask(`${path}?ref=NOSUCHCD`)).cookies.filter((line) => line.startsWith("ref="))).toEqual([]);
      const next = await app.ask("/get-started", { headers: { Cookie: kept?.split(";")[0] ?? "" } });
      expect(next.text).toContain(code);
    },
  );
});
