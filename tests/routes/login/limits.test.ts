import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { networkOf } from "~/core/limits";
import { createTestContext, type TestContext } from "../../support/context";
import { countRows, emptyTables, Visitor } from "./visitor";

const ADDRESS = "asha@example.com";
const MINUTE = 60_000;
let context: TestContext;
let visitor: Visitor;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  visitor = new Visitor(context);
});

const wrong = (n = 1) => String((Number(context.mailer.codeFor(ADDRESS)) + n) % 1_000_000).padStart(6, "0");

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
  it("allow 30 tries in 10 minutes per login, wherever they come from, and leave its neighbours alone", async () => {
    await visitor.askForCode({ email: ADDRESS });
    const login = visitor.cookies.get("login") ?? "";
    for (let n = 0; n < 30; n++) expect((await visitor.enterCode(wrong(n + 1))).status).toBe(400);
    const refused = await visitor.enterCode(wrong(31));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("600");
    expect(refused.refused?.alert).toBe("Too many codes were tried. Try again in 10 minutes.");
    const elsewhere = new Visitor(context, "198.51.100.4");
    elsewhere.cookies.set("login", login);
    expect((await elsewhere.enterCode(wrong(32))).status).toBe(429);
    expect((await new Visitor(context, visitor.ip).signInByEmail("neighbour@example.com")).location).toBe("/wallet");
  });

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
