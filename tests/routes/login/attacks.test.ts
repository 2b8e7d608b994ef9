import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { sweepTables } from "../../../workers/settlement/timer-jobs";
import { action as askForCode } from "~/routes/get-started/route";
import { createTestContext, type TestContext } from "../../support/context";
import { type Answer, countRows, emptyTables, otherThan, viewerOf, Visitor } from "./visitor";

const VICTIM = "victim@example.com";
const INVALID = "Invalid OTP. Please try again.";
let context: TestContext;
let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

const alertOf = (answer: Answer) => answer.refused?.alert ?? "";

describe("guessing", () => {
  it("checks only five of sixty parallel wrong guesses, and then refuses the right code too", async () => {
    await visitor.askForCode({ email: VICTIM });
    const code = context.mailer.codeFor(VICTIM);
    // Each from another IP, so that limits per IP do not interfere.
    const guesses = Array.from({ length: 60 }, (_, n) =>
      visitor.copy(`198.51.100.${n}`).enterCode(otherThan(code, n + 1)),
    );
    const alerts = (await Promise.all(guesses)).map(alertOf);
    expect(alerts.filter((alert) => alert.startsWith(INVALID))).toHaveLength(5);
    // A login takes thirty guesses in ten minutes, whatever its codes.
    expect(alerts.filter((alert) => alert.startsWith("This code no longer works after five"))).toHaveLength(25);
    expect(alerts.filter((alert) => alert.startsWith("Too many codes were tried"))).toHaveLength(30);
    context.clock.advance(9 * 60_000 + 59_000);
    const refused = await visitor.enterCode(code);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
    expect((await new Visitor(context, visitor.ip).signInByEmail("neighbour@example.com")).location).toBe("/wallet");
    context.clock.advance(-9 * 60_000);
    await env.DB.prepare("DELETE FROM counters WHERE key LIKE 'guess:%'").run();
    const right = await visitor.enterCode(code);
    expect(right.status).toBe(400);
    expect(alertOf(right)).toContain("no longer works after five");
    expect(await countRows(`users WHERE email = '${VICTIM}'`)).toBe(0);
  });

  it("says that the fifth wrong code was the last, and refuses the sixth whatever it is", async () => {
    await visitor.askForCode({ email: VICTIM });
    const code = context.mailer.codeFor(VICTIM);
    for (let n = 1; n <= 4; n++) {
      const wrong = await visitor.enterCode(otherThan(code, n));
      expect([wrong.status, alertOf(wrong)]).toEqual([400, INVALID]);
    }
    expect(alertOf(await visitor.enterCode(otherThan(code, 5)))).toBe(
      `${INVALID} That was the last try for this code. Use Resend OTP to get a new one.`,
    );
    expect(alertOf(await visitor.enterCode(code))).toContain("no longer works after five");
    context.clock.advance(31_000);
    await visitor.resend();
    expect((await visitor.enterCode(context.mailer.codeFor(VICTIM))).location).toBe("/wallet");
  });

  it("accepts a code for ten minutes and not a millisecond longer", async () => {
    await visitor.askForCode({ email: VICTIM });
    const code = context.mailer.codeFor(VICTIM);
    context.clock.advance(10 * 60_000);
    const late = await visitor.enterCode(code);
    expect([late.status, alertOf(late)]).toEqual([400, expect.stringContaining("has expired")]);
    context.clock.advance(-1);
    expect((await visitor.enterCode(code)).location).toBe("/wallet");
  });

  it("ends the begun login after fifteen minutes, and the code page says so", async () => {
    await visitor.askForCode({ email: VICTIM });
    context.clock.advance(15 * 60_000);
    const late = { late: true, heading: "This code is too old", backHref: "/get-started?mode=sign-up" };
    expect(await visitor.openCodePage()).toMatchObject({ status: 200, page: late });
    expect((await visitor.enterCode(context.mailer.codeFor(VICTIM))).location).toBe("/enter-OTP");
    expect((await visitor.resend()).location).toBe("/enter-OTP");
    expect(context.mailer.sent).toHaveLength(1);
    // Also when nothing is left of it but the cookie.
    context.clock.advance(5 * 3_600_000);
    await sweepTables(context);
    expect(await countRows("login_flows")).toBe(0);
    expect((await visitor.openCodePage()).page).toMatchObject({ ...late, backHref: "/get-started?mode=login" });
    expect(await viewerOf(visitor)).toBeNull();
  });
});

describe("a login", () => {
  it("refuses a victim's code without the victim's cookie, whatever address or request id is sent along", async () => {
    await visitor.askForCode({ email: VICTIM });
    const stranger = new Visitor(context, "203.0.113.9");
    expect((await stranger.enterCode(context.mailer.codeFor(VICTIM))).location).toBe("/");
    await stranger.askForCode({ email: "attacker@example.com" });
    const own = context.mailer.codeFor("attacker@example.com");
    await stranger.post({ intent: "verify", otp: own, email: VICTIM, "auth:email": VICTIM, msg91Id: "x" });
    expect((await viewerOf(stranger))?.email).toBe("attacker@example.com");
    expect(await countRows("users WHERE email = 'victim@example.com'")).toBe(0);
  });

  it("does not accept a forged or altered cookie", async () => {
    await visitor.askForCode({ email: VICTIM });
    const value = visitor.cookies.get("login") ?? "";
    const forged = new Visitor(context);
    for (const bad of ["", "abc", value.slice(1), `${value}x`, value.replace(/\..*$/, ".AAAA"), btoa('"x"')]) {
      forged.cookies.set("login", bad);
      expect((await forged.enterCode(context.mailer.codeFor(VICTIM))).location).toBe("/");
    }
  });

  it("sends the code to the new address when it was changed, and the old code no longer works", async () => {
    await visitor.askForCode({ email: "tpyo@example.com" });
    const oldCode = context.mailer.codeFor("tpyo@example.com");
    await visitor.askForCode({ email: VICTIM });
    expect(context.mailer.sent.map((mail) => mail.to)).toEqual(["tpyo@example.com", VICTIM]);
    if (oldCode !== context.mailer.codeFor(VICTIM)) expect(alertOf(await visitor.enterCode(oldCode))).toBe(INVALID);
    await visitor.enterCode(context.mailer.codeFor(VICTIM));
    expect((await viewerOf(visitor))?.email).toBe(VICTIM);
  });

  it("invalidates the old code when a new one is sent, by email and by SMS", async () => {
    await visitor.askForCode({ email: VICTIM });
    const old = context.mailer.codeFor(VICTIM);
    context.clock.advance(31_000);
    expect(await visitor.resend()).toMatchObject({ status: 303, location: "/enter-OTP" });
    expect((await visitor.openCodePage()).page).toMatchObject({
      notice: "We have sent a new code.",
      resendInSeconds: 30,
    });
    if (old !== context.mailer.codeFor(VICTIM)) expect(alertOf(await visitor.enterCode(old))).toBe(INVALID);

    const byPhone = new Visitor(context);
    await byPhone.askForCode({ phone_number: "9876543210" });
    const oldSms = context.phoneCodes.codeFor("919876543210");
    context.clock.advance(31_000);
    await byPhone.resend();
    expect(alertOf(await byPhone.enterCode(oldSms))).toBe(INVALID);
    expect((await byPhone.enterCode(context.phoneCodes.codeFor("919876543210"))).location).toBe("/wallet");
  });
});

describe("sending a code", () => {
  it.each([
    "victim@example.com\nBcc: evil@example.com",
    "<victim@example.com>",
    "victim@localhost",
    "asha＠example.com",
    "asha@éxample.com",
    "a@example.com b@example.com",
    "Asha <asha@example.com>",
    "<a@b.com",
    "asha@example.com\u0000",
  ])("refuses %j as an address and sends nothing", async (email) => {
    const answer = await visitor.askForCode({ email });
    expect(answer.status).toBe(400);
    expect(answer.refused).toMatchObject({
      errors: { email: expect.stringMatching(/email address/) },
      values: { email },
    });
    expect(context.mailer.sent).toEqual([]);
    expect(await countRows("counters")).toBe(0);
  });

  it("copies no request header into the email, and links only to our own origin", async () => {
    const evil = { "X-Forwarded-Host": "evil.example", Host: "evil.example", "X-Forwarded-Proto": "http" };
    const body = new URLSearchParams({ email: VICTIM });
    const request = new Request("http://localhost:8787/get-started", { method: "POST", body, headers: evil });
    await askForCode({ request, context: context.next(), params: {} });
    const [mail] = context.mailer.sent;
    expect(mail?.text).not.toContain("evil");
    const html = mail?.html?.replace(/<!DOCTYPE[^>]*>/, "");
    expect(`${mail?.text}${html}`.match(/https?:[^ <]*/g)).toEqual(["http://localhost:8787", "http://localhost:8787"]);
  });

  it("gives the browser only an id: no address, no ciphertext", async () => {
    await visitor.askForCode({ email: VICTIM });
    const [value = ""] = decodeURIComponent(visitor.cookies.get("login") ?? "").split(".");
    const id = JSON.parse(atob(value)) as string;
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    const rows = await env.DB.prepare("SELECT id_hash FROM login_flows").all();
    expect(JSON.stringify(rows.results)).not.toContain(id);
  });
});
