import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { relayOutbox } from "../../workers/settlement/outbox";
import { tellCodesAlarm } from "~/areas/accounts/login/tell-codes-alarm";
import { viewerOf } from "../routes/login/signed-in";
import { emptyTables } from "../routes/login/tables";
import { Visitor } from "../routes/login/visitor";
import { createTestContext, type TestContext } from "../support/context";
import { signIn } from "../support/people";
import { effort } from "../support/effort";
import { openShop } from "../support/shop";

// Bots that ask for codes to keep others from getting theirs.

let context: TestContext;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
});

const homes: Record<string, (n: number) => string> = {
  "an IPv6 /56": (n) => `2001:db8:1:${(n % 256).toString(16)}::${n.toString(16)}`,
  "an IPv4 /24": (n) => `203.0.113.${n % 256}`,
};

/** As many from one home as bots may send; what is refused is refused the same way each time. */
const SENDS = effort(60, 1_000);

describe.each(Object.entries(homes))(`${SENDS} sends to as many numbers from one home network (%s)`, (_, ipOf) => {
  it("end for that network, and another one notices nothing", async () => {
    const sent = { sms: 0, refused: 0 };
    for (let n = 0; n < SENDS; n++) {
      const bot = new Visitor(context, ipOf(n));
      const { status, location } = await bot.askForCode({ phone_number: String(9_000_000_000 + n) });
      if (location === "/enter-OTP") sent.sms++;
      if (status === 429) sent.refused++;
    }
    expect(sent).toEqual({ sms: 20, refused: SENDS - 20 });
    const neighbour = new Visitor(context, "198.51.100.1");
    expect((await neighbour.signInByPhone("9876543210")).location).toBe("/wallet");
    expect((await new Visitor(context, "198.51.100.1").signInByEmail("asha@example.com")).location).toBe("/wallet");
    expect(context.logged.filter(({ event }) => event === "login-codes-alarm")).toEqual([]);
  });
});

describe("the daily total, exceeded", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const NUMBER = "9876543211";

  async function exceed(count = 1_500): Promise<void> {
    await new Visitor(context, "192.0.2.9").askForCode({ phone_number: "9876543219" });
    await env.DB.prepare("UPDATE counters SET count = ? WHERE key = 'send-all:sms'").bind(count).run();
  }

  it("is told to the operators, in the log and once by mail, and switches nothing off", async () => {
    const shop = openShop();
    const operator = await signIn(shop.context, { operator: true });
    const former = await signIn(shop.context, { operator: true });
    const suspended = sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${former.userId}`;
    await shop.context.db.run(suspended);
    await signIn(shop.context);
    const minutePasses = async () => {
      await tellCodesAlarm(shop.context);
      await relayOutbox(shop.settlement, { most: 100 });
      return shop.context.mailer.sent.filter(({ text }) => text.includes("login codes by text message"));
    };
    await exceed(999);
    expect(await minutePasses()).toEqual([]);
    await exceed();
    context.logged.length = 0;
    const asker = new Visitor(context, "192.0.2.2");
    await asker.askForCode({ phone_number: NUMBER });
    expect(context.logged).toContainEqual({ event: "login-codes-alarm", fields: { code: "sms" } });
    for (let minute = 0; minute < 3; minute++) {
      const told = await minutePasses();
      expect(told.map(({ to }) => to)).toEqual([operator.email]);
      expect(told[0]?.text).toContain("1500 login codes by text message");
    }
    // Nothing is even begun for anyone else.
    expect(await shop.context.db.all(sql`SELECT id FROM outbox WHERE notice = 'codes-alarm'`)).toHaveLength(1);
    context.clock.advance(15 * 60_000);
    expect((await asker.askForCode({ phone_number: NUMBER })).location).toBe("/enter-OTP");
    await asker.enterCode(context.phoneCodes.codeFor(`91${NUMBER}`));
    expect(await viewerOf(asker)).not.toBeNull();
  });
});
