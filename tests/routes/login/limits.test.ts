import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { networkOf } from "~/core/limits";
import { createTestContext, type TestContext } from "../../support/context";
import { countRows, emptyTables, viewerOf, Visitor } from "./visitor";

const ADDRESS = "asha@example.com";
const MINUTE = 60_000;
let context: TestContext;
let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

describe("limits on sending", () => {
  it("allow a browser one code in 30 seconds per address, and lead to the code that is on its way", async () => {
    expect((await visitor.askForCode({ email: ADDRESS })).status).toBe(303);
    const login = visitor.cookies.get("login");
    context.clock.advance(5_000);
    const again = await visitor.askForCode({ email: " Asha@EXAMPLE.com", mode: "login", ref: "ABCDEFGH" });
    expect([again.status, again.location, again.roundTrips]).toEqual([303, "/enter-OTP", 1]);
    expect(visitor.cookies.get("login")).toBe(login);
    expect(context.mailer.sent).toHaveLength(1);
    expect((await visitor.openCodePage()).page).toMatchObject({ resendInSeconds: 25 });
    context.clock.advance(25_000);
    expect((await visitor.askForCode({ email: ADDRESS })).status).toBe(303);
    expect(context.mailer.sent).toHaveLength(2);
  });

  it("allow twenty codes an hour per IP, and leave others alone", async () => {
    for (let n = 0; n < 20; n++) expect((await visitor.askForCode({ email: `u${n}@example.com` })).status).toBe(303);
    expect((await visitor.askForCode({ email: "u20@example.com" })).status).toBe(429);
    expect((await visitor.askForCode({ phone_number: "9876543210" })).status).toBe(429);
    expect((await new Visitor(context, "198.51.100.4").askForCode({ email: "u20@example.com" })).status).toBe(303);
    context.clock.advance(60 * MINUTE);
    expect((await visitor.askForCode({ email: "u21@example.com" })).status).toBe(303);
  });

  it("count the whole /56 of an IPv6 visitor, and the /24 of an IPv4 one, as one", async () => {
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:0");
    expect(networkOf("2001:0DB8:0001:2ff::1")).toBe("2001:db8:1:200");
    expect(networkOf("2001:0DB8:0001:1200::1")).toBe("2001:db8:1:1200");
    expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0");
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.0");
    expect(networkOf("192.0.2.7")).toBe("192.0.2.0");
    expect(networkOf("unknown")).toBe("unknown");
  });

  it("count nothing when the sender does not answer, and say so", async () => {
    context.mailer.fail = "unavailable";
    const down = await visitor.askForCode({ email: ADDRESS });
    expect(down.status).toBe(503);
    expect(down.headers.get("Retry-After")).toBe("60");
    expect(down.refused).toMatchObject({
      formError: expect.stringContaining("could not send"),
      values: { email: ADDRESS },
    });
    expect([await countRows("login_flows"), await countRows("login_codes")]).toEqual([0, 0]);
    expect(await countRows("counters WHERE count > 0")).toBe(0);
    context.mailer.fail = null;
    expect((await visitor.askForCode({ email: ADDRESS })).status).toBe(303);
  });

  it("name the field when the sender will never deliver to the address", async () => {
    context.mailer.fail = "rejected";
    const mail = await visitor.askForCode({ email: ADDRESS });
    expect([mail.status, mail.refused?.errors]).toEqual([400, { email: expect.stringContaining("could not send") }]);
    context.phoneCodes.fail = "rejected";
    const sms = await visitor.askForCode({ phone_number: "9876543210" });
    expect([sms.status, sms.refused?.errors]).toEqual([
      400,
      { phone_number: expect.stringContaining("could not send") },
    ]);
  });

  it("do not charge a network for logins that were proven, by text message neither", async () => {
    for (let n = 0; n < 3; n++) {
      const carrier = new Visitor(context, `203.0.113.${n}`);
      expect((await carrier.signInByPhone(String(9_000_000_000 + n))).location, String(n)).toBe("/wallet");
    }
    expect(await countRows("counters WHERE count > 0 AND key LIKE 'send-network%'")).toBe(0);
    // Sent again before it was entered: both are given back.
    const slow = new Visitor(context, "203.0.113.77");
    await slow.askForCode({ phone_number: "9876543210" });
    context.clock.advance(31_000);
    expect((await slow.resend()).status).toBe(303);
    expect(await countRows("counters WHERE count = 2 AND key LIKE 'send-network%'")).toBe(2);
    await slow.enterCode(context.phoneCodes.codeFor("919876543210"));
    expect(await countRows("counters WHERE count > 0 AND key LIKE 'send-network%'")).toBe(0);
  });

  it("keep the daily count of SMS, which cost money, even after the codes were entered", async () => {
    for (let n = 0; n < 10; n++) expect((await visitor.signInByPhone("9876543210")).location).toBe("/wallet");
    expect((await visitor.askForCode({ phone_number: "9876543210" })).status).toBe(429);
  });

  it("end text messages to a number after twenty proven ones a day, which only its owner can use up", async () => {
    for (let n = 0; n < 3; n++) await new Visitor(context, `198.51.${n}.1`).askForCode({ phone_number: "9876543211" });
    expect(await countRows("counters WHERE count > 0 AND key LIKE 'proven-sms:%'")).toBe(0);
    const prove = (network: string) => new Visitor(context, network).signInByPhone("9876543210");
    expect((await prove("203.0.1.1")).location).toBe("/wallet");
    await env.DB.prepare("UPDATE counters SET count = 19 WHERE key LIKE 'proven-sms:%'").run();
    expect((await prove("203.0.2.1")).location).toBe("/wallet");
    const next = await new Visitor(context, "203.0.99.1").askForCode({ phone_number: "9876543210" });
    expect([next.status, Number(next.headers.get("Retry-After")) > 80_000]).toEqual([429, true]);
    context.clock.advance(24 * 60 * MINUTE);
    expect((await prove("203.0.99.1")).location).toBe("/wallet");
  });
});

describe("limits on guessing", () => {
  it("do not count what cannot be a code", async () => {
    await visitor.askForCode({ email: ADDRESS });
    for (const fields of [
      { digit: ["1", "2", "3", "4", "5"] },
      { digit: ["1", "2", "3", "4", "5", ""] },
      { digit: ["1", "2", "3", "a", "5", "6"] },
      { otp: "1234567" },
      { otp: "" },
      {},
    ]) {
      const answer = await visitor.post({ intent: "verify", ...fields });
      expect([answer.status, answer.refused?.alert]).toEqual([400, "Please enter the complete 6-digit OTP."]);
    }
    expect(await countRows("counters WHERE key LIKE 'guess%'")).toBe(0);
    const typed = async (fields: object) =>
      (await visitor.post({ intent: "verify", ...fields })).refused?.typed as string | undefined;
    expect([await typed({ digit: ["1", "२", "", "4", "", ""] }), await typed({ digit: "1 2 3" })]).toEqual([
      "124",
      "123",
    ]);
    expect([await typed({ otp: "1234567" }), await typed({ otp: "<b>" })]).toEqual(["", ""]);
    const code = context.mailer.codeFor(ADDRESS);
    const pasted = await visitor.post({
      intent: "verify",
      digit: [` ${code.slice(0, 3)} ${code.slice(3)}`, "", "", "", "", ""],
    });
    expect(pasted.location).toBe("/wallet");
  });

  it("give the try back when the SMS vendor does not answer", async () => {
    await visitor.askForCode({ phone_number: "9876543210" });
    context.phoneCodes.fail = "unavailable";
    for (let n = 0; n < 8; n++) {
      const answer = await visitor.enterCode("123456");
      expect([answer.status, answer.refused?.alert]).toEqual([503, "An error occurred. Please try again."]);
    }
    context.phoneCodes.fail = null;
    expect((await visitor.enterCode(context.phoneCodes.codeFor("919876543210"))).location).toBe("/wallet");
  });
});

// What a stranger can do to the owner of a known address: nothing that keeps them out.

const OWNER = "owner@example.com";
let networks = 0;
const network = () => `198.${18 + Math.floor(++networks / 250)}.${networks % 250}.7`;
const codeOf = () => context.mailer.codeFor(OWNER);

describe("a stranger who asks for codes to my address", () => {
  it("does not make me wait for mine", async () => {
    for (let n = 0; n < 3; n++) await new Visitor(context, "192.0.2.1").askForCode({ email: OWNER });
    const mine = new Visitor(context, "192.0.2.1");
    expect((await mine.askForCode({ email: OWNER })).location).toBe("/enter-OTP");
    context.clock.advance(31_000);
    expect((await mine.resend()).location).toBe("/enter-OTP");
    expect((await mine.enterCode(codeOf())).location).toBe("/wallet");
  });

  it("with many networks waits ever longer, and the browser I signed in with before does not", async () => {
    const known = new Visitor(context, "192.0.2.1");
    await known.signInByEmail(OWNER);
    await known.signOut();
    context.clock.advance(MINUTE);
    const waits: number[] = [];
    for (let n = 0; n < 40; n++) {
      const answer = await new Visitor(context, network()).askForCode({ email: OWNER });
      if (answer.location !== "/enter-OTP") waits.push(n);
    }
    expect(waits.length).toBeGreaterThan(20);
    expect(context.mailer.to(OWNER).length).toBeLessThan(20);
    expect((await known.askForCode({ email: OWNER })).location).toBe("/enter-OTP");
    expect((await known.enterCode(codeOf())).location).toBe("/wallet");
  });
});

describe("the wait", () => {
  /** So many strangers asked that the next one has to wait. */
  async function crowd(): Promise<void> {
    for (let n = 0; n < 30; n++) await new Visitor(context, network()).askForCode({ email: OWNER });
  }

  it("is a page that reloads by itself, and then the code comes at a tap", async () => {
    await crowd();
    const sent = context.mailer.sent.length;
    const visitor = new Visitor(context, "192.0.2.1");
    const asked = await visitor.askForCode({ email: OWNER, mode: "login" });
    expect(asked).toMatchObject({ status: 303, location: "/get-started?mode=login&waiting=1" });
    const page = await visitor.openGetStarted("?mode=login&waiting=1");
    const { waiting, refresh } = page.page as { waiting: { seconds: number; address: string }; refresh: string };
    expect(waiting.seconds).toBeGreaterThan(0);
    expect(refresh).toBe(`${waiting.seconds};url=/get-started?mode=login&waiting=1`);
    // Going round it, or asking again, only shows how long it still is.
    context.clock.advance(1000);
    expect((await visitor.askForCode({ email: OWNER, mode: "login" })).location).toContain("waiting=1");
    const again = await visitor.openGetStarted("?mode=login&waiting=1");
    expect((again.page as { waiting: { seconds: number } }).waiting.seconds).toBe(waiting.seconds - 1);
    expect(context.mailer.sent).toHaveLength(sent);

    context.clock.advance(waiting.seconds * 1000);
    const ready = await visitor.openGetStarted("?mode=login&waiting=1");
    expect(ready.page).toMatchObject({ waiting: { seconds: 0 }, refresh: null, values: { email: OWNER } });
    expect(context.mailer.sent).toHaveLength(sent);
    expect((await visitor.askForCode({ email: OWNER, mode: "login" })).location).toBe("/enter-OTP");
    expect(context.mailer.sent).toHaveLength(sent + 1);
    expect((await visitor.enterCode(codeOf())).location).toBe("/wallet");
  });

  it("leads on to the page of the console that was asked for, even from another address or from sign-up", async () => {
    await crowd();
    const visitor = new Visitor(context, "192.0.2.1");
    const asked = await visitor.askForCode({ email: OWNER, mode: "login", to: "/operator/withdrawals" });
    const waiting = "?mode=login&waiting=1&to=%2Foperator%2Fwithdrawals";
    expect(asked.location).toBe(`/get-started${waiting}`);
    const { page } = await visitor.openGetStarted(waiting);
    expect(page).toMatchObject({ to: "/operator/withdrawals", refresh: expect.stringContaining(waiting) });
  });

  it("depends on the crowd at the time the code is sent: tickets taken ahead do not shorten it", async () => {
    await crowd();
    const early = Array.from({ length: 12 }, () => new Visitor(context, network()));
    for (const one of early) await one.askForCode({ email: OWNER });
    const sent = context.mailer.sent.length;
    context.clock.advance(16_000);
    for (const one of early) await one.askForCode({ email: OWNER });
    expect(context.mailer.sent.length - sent).toBeLessThanOrEqual(2);
    // At the end of a quarter of an hour everyone has had their turn.
    context.clock.advance(15 * MINUTE);
    for (const one of early) await one.askForCode({ email: OWNER });
    expect(context.mailer.sent.length - sent).toBe(12);
  });

  it("that is over is good for one code, and for this address only", async () => {
    await crowd();
    const visitor = new Visitor(context, "192.0.2.1");
    await visitor.askForCode({ email: OWNER });
    context.clock.advance(60 * MINUTE);
    await crowd();
    const ticket = visitor.cookies.get("ticket") ?? "";
    const sent = context.mailer.sent.length;
    const copies = Array.from({ length: 5 }, (_, n) => new Visitor(context, `203.0.113.${n}`));
    for (const copy of copies) copy.cookies.set("ticket", ticket);
    await Promise.all(copies.map((copy) => copy.askForCode({ email: OWNER })));
    expect(context.mailer.sent.length - sent).toBeLessThanOrEqual(1);
  });
});

it("all codes of a day are an alarm and a wait, never an end", async () => {
  await new Visitor(context, network()).askForCode({ phone_number: "9876543210" });
  await env.DB.prepare("UPDATE counters SET count = 1000 WHERE key = 'send-all:sms'").run();
  const known = new Visitor(context, "192.0.2.1");
  await known.signInByPhone("9876543299").catch(() => null);
  const asker = new Visitor(context, "192.0.2.2");
  const asked = await asker.askForCode({ phone_number: "9876543211" });
  expect(asked.location).toContain("waiting=1");
  expect(context.logged).toContainEqual({ event: "login-codes-alarm", fields: { code: "sms" } });
  context.clock.advance(60 * MINUTE);
  expect((await asker.askForCode({ phone_number: "9876543211" })).location).toBe("/enter-OTP");
  expect((await asker.enterCode(context.phoneCodes.codeFor("919876543211"))).location).toBe("/wallet");
  // The other channel notices nothing.
  expect((await asker.askForCode({ email: OWNER })).location).toBe("/enter-OTP");
  expect(await viewerOf(asker)).not.toBeNull();
});
