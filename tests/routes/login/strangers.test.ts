import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../support/context";
import { emptyTables, viewerOf, Visitor } from "./visitor";

// What a stranger can do to the owner of a known address: nothing that keeps them out.

const OWNER = "owner@example.com";
const MINUTE = 60_000;
let context: TestContext;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
});

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

  it("is as long as the crowd makes it when the code is sent: tickets taken ahead do not shorten it", async () => {
    await crowd();
    const early = Array.from({ length: 12 }, () => new Visitor(context, network()));
    for (const one of early) await one.askForCode({ email: OWNER });
    const sent = context.mailer.sent.length;
    context.clock.advance(16_000);
    for (const one of early) await one.askForCode({ email: OWNER });
    expect(context.mailer.sent.length - sent).toBeLessThanOrEqual(2);
    // At the end of a quarter of an hour everybody has had their turn.
    context.clock.advance(15 * MINUTE);
    for (const one of early) await one.askForCode({ email: OWNER });
    expect(context.mailer.sent.length - sent).toBe(12);
  });

  it("over, is good for one code, and for this address only", async () => {
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

describe("all codes of a day", () => {
  it("are an alarm and a wait, never an end", async () => {
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
});
