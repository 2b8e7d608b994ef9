import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../support/context";
import { type Answer, countRows, emptyTables, otherThan, viewerOf, Visitor } from "./visitor";

const ADDRESS = "asha@example.com";

let context: TestContext;

let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

describe("logging in by email", () => {
  it("asks for a code, takes it in six boxes and opens the wallet", async () => {
    const asked = await visitor.askForCode({ email: ADDRESS, mode: "sign-up" });
    expect(asked).toMatchObject({ status: 303, location: "/enter-OTP" });
    const page = await visitor.openCodePage();
    expect(page).toMatchObject({
      roundTrips: 1,
      page: { heading: "Sign up", channel: "email", destination: ADDRESS, notice: null },
    });
    const done = await visitor.enterCode(context.mailer.codeFor(ADDRESS));
    expect(done).toMatchObject({ status: 303, location: "/wallet" });
    expect(await viewerOf(visitor)).toMatchObject({ email: ADDRESS, activated: false, role: "investor" });
  });

  it("leads back to the page where the address was typed, with its referral code", async () => {
    for (const [fields, back] of [
      [{ mode: "login" }, "/get-started?mode=login"],
      [{ mode: "sign-up", ref: "ABCDEFGH" }, "/get-started?mode=sign-up&ref=ABCDEFGH"],
    ] as const) {
      await visitor.askForCode({ email: `${fields.mode}-${ADDRESS}`, ...fields });
      expect((await visitor.openCodePage()).page).toMatchObject({ backHref: back });
      // An invalid invitation is led back to, but not greeted.
      expect((await visitor.openGetStarted(back.replace("/get-started", ""))).page).toMatchObject({
        mode: fields.mode,
        referralCode: "",
      });
    }
  });

  it("sets the session cookie, the login's name for a minute, and the browser's: HttpOnly, Lax", async () => {
    const done = await visitor.signInByEmail(ADDRESS);
    expect(done.setCookies).toHaveLength(3);
    const [session, login, browser] = done.setCookies;
    expect(session).toMatch(/^session=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(login).toMatch(/^login=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(browser).toMatch(/^browser=.+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("keeps of a proved address only a fingerprint in the browser", async () => {
    await visitor.signInByEmail(ADDRESS);
    const [value = ""] = decodeURIComponent(visitor.cookies.get("browser") ?? "").split(".");
    const browser = JSON.parse(atob(value)) as { id: string; known: string[] };
    expect(browser.known).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
    const rest = await env.DB.batch([
      env.DB.prepare("SELECT * FROM login_flows"),
      env.DB.prepare("SELECT * FROM login_asks"),
      env.DB.prepare("SELECT * FROM counters"),
    ]);
    expect(JSON.stringify(rest.map((result) => result.results))).not.toContain(browser.id);
  });

  it("names its cookies __Host- and Secure in production", async () => {
    const production = createTestContext({ config: { ...context.config, ENVIRONMENT: "production" } });
    const one = new Visitor(production);
    const asked = await one.askForCode({ email: ADDRESS });
    expect(asked.setCookies[1]).toMatch(/^__Host-login=.+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const done = await one.enterCode(production.mailer.codeFor(ADDRESS));
    expect(done.setCookies[0]).toMatch(/^__Host-session=.+; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("creates no user and no session before the code is given", async () => {
    await visitor.askForCode({ email: ADDRESS, mode: "sign-up", ref: "ABCDEFGH" });
    await visitor.enterCode(otherThan(context.mailer.codeFor(ADDRESS)));
    expect([
      await countRows("users"),
      await countRows("sessions"),
      await countRows("accounts WHERE user_id IS NOT NULL"),
    ]).toEqual([0, 0, 0]);
    expect(await viewerOf(visitor)).toBeNull();
  });

  it("creates one user with a referral code, and finds them again in any spelling", async () => {
    await visitor.signInByEmail(ADDRESS);
    const again = new Visitor(context);
    context.clock.advance(60_000);
    await again.askForCode({ email: "  ASHA@Example.COM " });
    await again.enterCode(context.mailer.codeFor(ADDRESS));
    expect((await viewerOf(again))?.id).toBe((await viewerOf(visitor))?.id);
    const { results } = await env.DB.prepare("SELECT * FROM users").all();
    expect(results).toMatchObject([{ email: ADDRESS, phone: null, session_epoch: 0 }]);
    expect(results[0]?.referral_code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
  });

  it("answers alike for a known and an unknown address", async () => {
    await visitor.signInByEmail(ADDRESS);
    context.clock.advance(60_000);
    const known = await new Visitor(context).askForCode({ email: ADDRESS, mode: "login" });
    const unknown = await new Visitor(context).askForCode({ email: "nobody@example.com", mode: "login" });
    const shape = (answer: typeof known) => ({
      status: answer.status,
      location: answer.location,
      trips: answer.roundTrips,
      cookie: answer.setCookies.map((line) => line.replace(/^(login|browser)=[^;]+/, "$1=…")),
    });
    expect(shape(known)).toEqual(shape(unknown));
    const [first, second] = context.mailer.sent.slice(-2).map((mail) => mail.text.replace(/\d{6}/, "……"));
    expect(first).toBe(second);
  });

  it("gives a fresh session id at each login and revokes the previous one", async () => {
    await visitor.signInByEmail(ADDRESS);
    const old = visitor.copy();
    expect(await viewerOf(old)).not.toBeNull();
    context.clock.advance(60_000);
    await visitor.signInByEmail(ADDRESS);
    expect(visitor.cookies.get("session")).not.toBe(old.cookies.get("session"));
    expect(await viewerOf(visitor)).not.toBeNull();
    expect(await viewerOf(old)).toBeNull();
  });

  it("sends an email with the code first, our origin, and that we never ask for the code", async () => {
    await visitor.askForCode({ email: ADDRESS });
    const [mail] = context.mailer.sent;
    const code = context.mailer.codeFor(ADDRESS);
    expect(mail?.text.split("\n")[0]).toBe(`${code} is your code to log in to Dunnage.`);
    expect(mail?.text).toContain("http://localhost:8787");
    expect(mail?.text).toContain("We never ask you for this code");
    expect(mail?.subject).not.toContain(code);
    expect(mail?.key).toMatch(/^otp\/[0-9a-f]{64}$/);
  });
});

describe("tapping twice", () => {
  const PHONE = "9876543210";

  /** One tap after the other or both at once, from the same page. */
  async function twice(
    tap: (browser: Visitor) => Promise<Answer>,
    together: boolean,
  ): Promise<[Visitor, Answer, Answer]> {
    const [first, second] = [visitor.copy(), visitor.copy()];
    if (together) return [second, ...(await Promise.all([tap(first), tap(second)]))];
    const one = await tap(first);
    context.clock.advance(300);
    return [second, one, await tap(second)];
  }

  describe.each([false, true])("two taps, both at once: %s", (together) => {
    it.each(["email", "phone"])("on Verify open one session, which the second answer carries (%s)", async (channel) => {
      await visitor.openGetStarted();
      if (channel === "email") await visitor.askForCode({ email: ADDRESS });
      else await visitor.askForCode({ phone_number: PHONE });
      const code = channel === "email" ? context.mailer.codeFor(ADDRESS) : context.phoneCodes.codeFor(`91${PHONE}`);
      const [browser, one, two] = await twice((tab) => tab.enterCode(code), together);
      expect([one, two].map(({ status, location }) => [status, location])).toEqual([
        [303, "/wallet"],
        [303, "/wallet"],
      ]);
      expect(await viewerOf(browser)).not.toBeNull();
      const cookies = [one, two].map(({ setCookies }) => setCookies.find((line) => line.startsWith("session=")));
      expect(cookies[0]).toBe(cookies[1]);
      expect([await countRows("sessions"), await countRows("users"), await countRows("audit_log")]).toEqual([1, 1, 1]);
      expect(await countRows("sessions WHERE revoked_at_ms IS NOT NULL")).toBe(0);
    });

    it("on Send code send one code, to the login that both answers lead to", async () => {
      await visitor.openGetStarted();
      const [browser, one, two] = await twice((tab) => tab.askForCode({ email: ADDRESS }), together);
      expect([one, two].map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, "/enter-OTP"]));
      expect(context.mailer.sent).toHaveLength(1);
      expect((await browser.enterCode(context.mailer.codeFor(ADDRESS))).location).toBe("/wallet");
    });
  });

  it("a code that was used opens nothing once its session was ended", async () => {
    await visitor.askForCode({ email: ADDRESS });
    const code = context.mailer.codeFor(ADDRESS);
    const before = visitor.copy();
    await visitor.enterCode(code);
    await visitor.signOut();
    expect((await before.enterCode(code)).location).toBe("/enter-OTP");
    expect(await viewerOf(before)).toBeNull();
    expect(await countRows("sessions")).toBe(1);
  });
});
