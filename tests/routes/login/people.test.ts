import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { endEverySession } from "~/areas/accounts/login/end-all-sessions";
import { runWork } from "~/db/work";
import { accessOf } from "~/core/session/access";
import { readSessionCookie } from "~/server/session/cookie";
import { readSessionRecord } from "~/server/session/record";
import { createTestContext, type TestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask } from "../../support/people";
import { countRows, emptyTables, viewerOf, Visitor } from "./visitor";

const ADDRESS = "asha@example.com";
let context: TestContext;
let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

async function presentedBy(one: Visitor) {
  const headers = { Cookie: `session=${one.cookies.get("session")}` };
  const presented = await readSessionCookie(context.config, new Request("http://localhost:8787/", { headers }));
  if (!presented) throw new Error("no session cookie");
  return presented;
}
const referralCodeOf = async (email: string) =>
  (
    await env.DB.prepare("SELECT referral_code AS code FROM users WHERE email = ?")
      .bind(email)
      .first<{ code: string }>()
  )?.code ?? "";
/** Only then does a code count. */
async function ownAStake(one: Visitor) {
  const userId = (await viewerOf(one))?.id ?? "";
  await env.DB.prepare("UPDATE users SET activated_at_ms = 1 WHERE id = ?").bind(userId).run();
  await giveStake(context, { userId, cookie: "", email: "" }, await putCask(context));
}
const referralRows = async () => (await env.DB.prepare("SELECT * FROM referrals").all()).results;

describe("signing in by phone", () => {
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

describe("referral at sign-up", () => {
  it.each(["NOSUCHCD", "'; DROP TABLE users; --", "x".repeat(500), "\u0000"])(
    "ignores the bad code %j and lets everyone in",
    async (ref) => {
      expect((await visitor.signInByEmail(ADDRESS, { ref })).location).toBe("/wallet");
      expect(await referralRows()).toEqual([]);
    },
  );

  it("is never of an existing user, nor of people by themselves", async () => {
    await visitor.signInByEmail(ADDRESS);
    await visitor.signInByEmail("friend@example.com");
    await ownAStake(visitor);
    await new Visitor(context).signInByEmail(ADDRESS, { ref: await referralCodeOf("friend@example.com") });
    await new Visitor(context).signInByEmail(ADDRESS, { ref: await referralCodeOf(ADDRESS) });
    expect(await referralRows()).toEqual([]);
  });
});

describe("a session", () => {
  it("ends in D1, in KV and in its cookies on logout, and the landing page says so", async () => {
    await visitor.signInByEmail(ADDRESS);
    const stolen = new Visitor(context);
    stolen.cookies.set("session", visitor.cookies.get("session") ?? "");
    const { idHash } = await presentedBy(visitor);
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

  it("that is over cannot end others", async () => {
    await visitor.signInByEmail(ADDRESS);
    const presented = await presentedBy(visitor);
    const input = { userId: presented.userId, actor: "system" as const, auditId: "aud_1", nowMs: context.clock.nowMs };
    const asThatSession = () =>
      runWork(context.db, endEverySession(context.db, input, accessOf(presented, context.clock.nowMs).live));
    await visitor.signOut();
    await asThatSession();
    expect(await countRows("users WHERE session_epoch > 0")).toBe(0);
    expect(await countRows("audit_log WHERE action = 'all-sessions-ended'")).toBe(0);
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
