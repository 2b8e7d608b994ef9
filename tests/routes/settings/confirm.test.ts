import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as bankDetails from "~/routes/bank-details/route";
import * as confirmCode from "~/routes/confirm-code/route";
import * as confirmContact from "~/routes/confirm-contact/route";
import * as enterOtp from "~/routes/enter-OTP/route";
import * as personalDetails from "~/routes/personal-details/route";
import * as phoneNumber from "~/routes/phone-number/route";
import * as settings from "~/routes/settings/route";
import { createTestContext, type TestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { open, post } from "../../support/ask-route";

const STALE_MS = 60 * 60_000;

let context: TestContext;

let person: Person;

let serial = 0;

describe("an address", () => {
  beforeEach(async () => {
    // A new network for each test, so that the limits of one do not affect the next.
    context = createTestContext({ ip: `198.51.${++serial}.7` });
    person = await signIn(context);
  });

  afterEach(() => vi.restoreAllMocks());
  /** For what is looked for in vain. */
  const waitNoLonger = () => vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);

  const emailOf = async (who: Person) =>
    (await context.db.all<{ email: string | null }>(sql`SELECT email FROM users WHERE id = ${who.userId}`))[0]?.email;

  describe("a fresh code for a known address", () => {
    const PATH = "/confirm-code?to=/bank-details";

    it("is sent by the button only, to the known address, and leads on to the page asked for", async () => {
      context.clock.advance(STALE_MS);
      const page = await open(context, confirmCode, PATH, person.cookie);
      expect(page.data).toMatchObject({ href: PATH, backHref: "/settings" });
      expect(JSON.stringify(page.data)).not.toContain(person.email);
      expect(page.trips.count).toBe(1);
      expect(context.mailer.sent).toEqual([]);

      const sent = await post(context, confirmCode, PATH, person.cookie, {});
      expect([sent.response.status, sent.location]).toEqual([303, "/enter-OTP"]);
      expect(sent.trips.count).toBeLessThanOrEqual(6);
      const otp = context.mailer.codeFor(person.email);
      const entered = await post(context, enterOtp, "/enter-OTP", `${person.cookie}; ${sent.cookies[0]}`, {
        intent: "verify",
        otp,
      });
      expect(entered.location).toBe("/bank-details");
      const session = entered.cookies.find((one) => one.startsWith("session=")) ?? "";
      expect((await open(context, confirmCode, PATH, session)).location).toBe("/bank-details");
      // The previous session has ended.
      expect((await open(context, confirmCode, PATH, person.cookie)).location).toBe("/#session-expired");
    });

    it.each([
      ["/wallet?dialog=withdraw", "/wallet?dialog=withdraw", "/wallet"],
      ["/wallet?dialog=withdraw&of=balance", "/wallet?dialog=withdraw&of=balance", "/wallet"],
      ["/bank-details", "/bank-details", "/settings"],
      ["/personal-details", "/personal-details", "/personal-details"],
      // Any other value leads to a page of ours.
      ["https://evil.example", "/wallet?dialog=withdraw", "/wallet"],
    ])("for %s leads on to %s, and back the way the visitor came", async (next, goal, before) => {
      context.clock.advance(STALE_MS);
      const path = `/confirm-code?to=${encodeURIComponent(next)}`;
      const asking = await open(context, confirmCode, path, person.cookie);
      expect(asking.data).toMatchObject({ backHref: before });
      const sent = await post(context, confirmCode, path, person.cookie, {});
      const cookie = `${person.cookie}; ${sent.cookies[0]}`;
      const page = await open(context, enterOtp, "/enter-OTP", cookie);
      const { backHref } = page.data as { backHref: string };
      expect(backHref).toBe(asking.data?.href);
      expect((await open(context, confirmCode, backHref, cookie)).data).toMatchObject({ backHref: before });

      const entered = await post(context, enterOtp, "/enter-OTP", cookie, {
        otp: context.mailer.codeFor(person.email),
      });
      expect(entered.location).toBe(goal);
      const session = entered.cookies.find((one) => one.startsWith("session=")) ?? "";
      expect((await open(context, confirmCode, path, session)).location).toBe(goal);
    });
  });

  describe("a new email address", () => {
    const NEW = () => `new-${serial}@example.org`;
    const ask = (email = NEW()) =>
      post(context, personalDetails, "/personal-details", person.cookie, { full_name: "Asha", email, address: "" });
    const enter = (cookie: string, fields: Record<string, string>) =>
      post(context, confirmContact, "/confirm-contact", cookie, fields);

    it("takes effect once its own code is entered, which signs out other devices and keeps this one under a new id", async () => {
      const begun = await ask();
      expect([begun.response.status, begun.location]).toEqual([303, "/confirm-contact"]);
      expect(begun.trips.count).toBeLessThanOrEqual(6);
      expect(await emailOf(person)).toBe(person.email);
      expect(context.mailer.sent.map(({ to }) => to)).toEqual([NEW()]);

      const cookie = `${person.cookie}; ${begun.cookies[0]}`;
      const page = await open(context, confirmContact, "/confirm-contact", cookie);
      expect(page.data).toMatchObject({ destination: NEW() });
      expect(page.trips.count).toBe(1);
      const other = "x".repeat(64);
      await context.db
        .run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
      VALUES (${other}, ${person.userId}, 0, 1, ${context.nowMs() + 1e9}, 1)`);

      const entered = await enter(cookie, { intent: "verify", otp: context.mailer.codeFor(NEW()) });
      expect([entered.response.status, entered.location]).toEqual([303, "/settings"]);
      expect(entered.trips.count).toBeLessThanOrEqual(6);
      expect(await emailOf(person)).toBe(NEW());
      const session = entered.cookies.find((one) => one.startsWith("session=")) ?? "";
      expect(session).not.toBe(person.cookie);
      expect((await open(context, settings, "/settings", session)).data).toMatchObject({ personal: { email: NEW() } });
      expect((await open(context, settings, "/settings", person.cookie)).location).toBe("/#session-expired");
      expect(
        await context.db.all(sql`SELECT id_hash FROM sessions WHERE id_hash = ${other} AND revoked_at_ms IS NOT NULL`),
      ).toHaveLength(1);
      expect(
        await context.db.all(sql`SELECT detail FROM audit_log
          WHERE action = 'email-changed' AND actor = ${`user:${person.userId}`}`),
      ).toEqual([{ detail: null }]);
    });

    it("entered twice by a double tap gives the same session; another code gives none", async () => {
      const begun = await ask();
      const cookie = `${person.cookie}; ${begun.cookies[0]}`;
      const otp = context.mailer.codeFor(NEW());
      const [first, second] = await Promise.all([enter(cookie, { otp }), enter(cookie, { otp })]);
      const late = await enter(cookie, { otp });
      const named = [first, second, late].map(({ location, cookies }) => [
        location,
        cookies.find((one) => one.startsWith("session=")),
      ]);
      expect(named).toEqual(Array(3).fill(["/settings", expect.stringContaining("session=")]));
      expect(new Set(named.map(([, session]) => session)).size).toBe(1);
      waitNoLonger();
      const guessed = await enter(cookie, { otp: otp === "000000" ? "000001" : "000000" });
      expect([guessed.location, guessed.cookies.some((one) => /^session=[^;]/.test(one))]).toEqual([
        "/#session-expired",
        false,
      ]);
    });

    it("does not take effect by a wrong, an incomplete or an earlier code", async () => {
      const begun = await ask();
      const cookie = `${person.cookie}; ${begun.cookies[0]}`;
      const right = context.mailer.codeFor(NEW());
      const wrong = right === "000000" ? "000001" : "000000";
      const guess = await enter(cookie, { otp: wrong });
      expect(guess.response.status).toBe(400);
      expect(guess.data).toMatchObject({ alert: "Invalid OTP. Please try again." });
      expect((await enter(cookie, { otp: "123" })).data).toMatchObject({
        alert: "Please enter the complete 6-digit OTP.",
        typed: "123",
      });
      expect((await enter(cookie, {})).data).toMatchObject({ alert: "Please enter the complete 6-digit OTP." });
      context.clock.advance(40_000);
      const resent = await enter(cookie, { intent: "resend" });
      expect(resent.location).toBe("/confirm-contact");
      expect((await enter(cookie, { otp: right })).response.status).toBe(400);
      expect(await emailOf(person)).toBe(person.email);
      await enter(cookie, { otp: context.mailer.codeFor(NEW()) });
      expect(await emailOf(person)).toBe(NEW());
    });

    it("that belongs to another user is refused after the code, and signs no one in", async () => {
      const owner = await signIn(context);
      const begun = await ask(owner.email);
      expect(begun.location).toBe("/confirm-contact");
      const entered = await enter(`${person.cookie}; ${begun.cookies[0]}`, {
        otp: context.mailer.codeFor(owner.email),
      });
      expect(entered.response.status).toBe(409);
      expect(entered.cookies.filter((one) => one.startsWith("session="))).toEqual([]);
      expect([await emailOf(person), await emailOf(owner)]).toEqual([person.email, owner.email]);
    });

    it("cannot be confirmed by anyone else, nor on a login page", async () => {
      const begun = await ask();
      waitNoLonger();
      const mallory = await signIn(context);
      const change = begun.cookies[0] ?? "";
      expect((await enter(`${mallory.cookie}; ${change}`, { otp: context.mailer.codeFor(NEW()) })).location).toBe(
        "/settings",
      );
      expect((await open(context, confirmContact, "/confirm-contact", person.cookie)).location).toBe("/settings");
      expect(
        (await post(context, enterOtp, "/enter-OTP", change, { intent: "verify", otp: context.mailer.codeFor(NEW()) }))
          .location,
      ).toBe("/");
      expect([await emailOf(person), await emailOf(mallory)]).toEqual([person.email, mallory.email]);
    });
  });
});

describe("a phone number", () => {
  beforeEach(async () => {
    context = createTestContext({ ip: `198.51.100.${200 + ++serial}` });
    person = await signIn(context);
  });

  const phoneOf = async (who: Person) =>
    (await context.db.all<{ phone: string | null }>(sql`SELECT phone FROM users WHERE id = ${who.userId}`))[0]?.phone;
  const ask = (phone_number: string) => post(context, phoneNumber, "/phone-number", person.cookie, { phone_number });

  it("is added, then changed, by a code sent to the new one, and the session goes on under a new id", async () => {
    let { cookie } = person;
    for (const number of [`98765432${10 + serial}`, `98765433${10 + serial}`]) {
      const asked = await post(context, phoneNumber, "/phone-number", cookie, { phone_number: `+91 ${number}` });
      expect([asked.response.status, asked.location]).toEqual([303, "/confirm-contact"]);
      const both = `${cookie}; ${asked.cookies[0]}`;
      const page = await open(context, confirmContact, "/confirm-contact", both);
      expect(page.data).toMatchObject({ destination: `+91 ${number.slice(0, 5)} ${number.slice(5)}` });
      const entered = await post(context, confirmContact, "/confirm-contact", both, {
        otp: context.phoneCodes.codeFor(`91${number}`),
      });
      expect(entered.location).toBe("/settings");
      expect(await phoneOf(person)).toBe(`91${number}`);
      expect((await open(context, settings, "/settings", cookie)).location).toBe("/#session-expired");
      cookie = entered.cookies.find((one) => one.startsWith("session=")) ?? "";
      expect((await open(context, settings, "/settings", cookie)).data).toMatchObject({
        personal: { phoneNumber: number },
      });
      context.clock.advance(60_000);
    }
    const told = await context.db.all(sql`SELECT action FROM audit_log WHERE actor = ${`user:${person.userId}`}`);
    expect(told).toEqual([{ action: "phone-changed" }, { action: "phone-changed" }]);
  });

  it("that is invalid, unchanged, or another user's changes nothing", async () => {
    const refused = await ask("12345");
    expect([refused.response.status, refused.data]).toEqual([
      400,
      { typed: "12345", error: "Enter the 10 digits of your phone number, without +91." },
    ]);
    expect(refused.trips.count).toBe(1);
    const taken = `98765434${10 + serial}`;
    const owner = await signIn(context);
    await context.db.run(sql`UPDATE users SET phone = ${`91${taken}`} WHERE id = ${owner.userId}`);
    const asked = await ask(taken);
    const entered = await post(context, confirmContact, "/confirm-contact", `${person.cookie}; ${asked.cookies[0]}`, {
      otp: context.phoneCodes.codeFor(`91${taken}`),
    });
    expect(entered.response.status).toBe(409);
    expect(await phoneOf(person)).toBeNull();
    const same = await post(context, phoneNumber, "/phone-number", owner.cookie, { phone_number: taken });
    expect(same.location).toBe("/settings");
  });
});

describe("a login whose code is older than an hour", () => {
  beforeEach(async () => {
    context = createTestContext();
    person = await signIn(context);
  });

  const saved = () =>
    context.db.all(sql`SELECT users.*, bank_details.* FROM users LEFT JOIN bank_details ON user_id = users.id
      WHERE users.id = ${person.userId}`);

  it.each([
    ["/personal-details", personalDetails, { full_name: "Asha", email: "stale@example.com", address: "" }],
    ["/phone-number", phoneNumber, { phone_number: "9876543650" }],
    ["/bank-details", bankDetails, { bank_name: "HDFC", account_number: "99999999999" }],
  ])("is asked for a new one by %s, which saves and sends nothing, and says so", async (path, route, fields) => {
    const before = await saved();
    context.clock.advance(STALE_MS);
    const { response, location, cookies } = await post(context, route, path, person.cookie, fields);
    expect([response.status, location]).toEqual([303, `/confirm-code?to=${path}`]);
    const told = await open(context, confirmCode, location ?? "", `${person.cookie}; ${cookies.join("; ")}`);
    expect(told.data).toMatchObject({ toast: { text: expect.stringContaining("fill in the form again") as string } });
    expect(await saved()).toEqual(before);
    expect([context.mailer.sent, context.phoneCodes.sent]).toEqual([[], []]);
  });

  it.each([
    ["/phone-number", phoneNumber, { phone_number: "9876543651" }, "/confirm-contact"],
    ["/bank-details", bankDetails, { bank_name: "HDFC" }, "/settings"],
  ])(
    "no longer opens %s when it is half as old, but a form that was open may be sent",
    async (path, route, fields, to) => {
      context.clock.advance(STALE_MS / 2);
      const form = await open(context, route, path, person.cookie);
      expect([form.location, form.cookies]).toEqual([`/confirm-code?to=${path}`, []]);
      expect((await post(context, route, path, person.cookie, fields)).location).toBe(to);
    },
  );
});
