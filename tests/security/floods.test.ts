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
import { openApp } from "../support/serve-app";
import { withoutRule } from "../support/settings";
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

describe.each(["email", "phone_number"] as const)("three sends by strangers (%s)", (field) => {
  const mine = field === "email" ? "owner@example.com" : "9876543210";
  const codeOf = () => (field === "email" ? context.mailer.codeFor(mine) : context.phoneCodes.codeFor(`91${mine}`));

  it("leave the owner's code alive, and do not make the owner wait for another", async () => {
    const owner = new Visitor(context, "192.0.2.1");
    await owner.askForCode({ [field]: mine });
    const code = codeOf();
    for (let n = 1; n <= 3; n++) {
      const stranger = new Visitor(context, `198.51.${n}.1`);
      expect((await stranger.askForCode({ [field]: mine })).location).toBe("/enter-OTP");
      // With the owner's code a stranger gets nowhere, and takes none of the owner's tries.
      for (let guess = 0; guess < 2; guess++) expect((await stranger.enterCode(code)).location).not.toBe("/wallet");
    }
    expect((await owner.enterCode(code)).location).toBe("/wallet");
    context.clock.advance(31_000);
    await owner.signOut();
    expect((await owner.askForCode({ [field]: mine })).location).toBe("/enter-OTP");
    expect((await owner.enterCode(codeOf())).location).toBe("/wallet");
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

  it("lets a patient asker through by the page with the signed ticket, without a script", async () => {
    await exceed();
    const app = openApp();
    let cookies: string[] = [];
    const ask = async (path: string, init: RequestInit = {}) => {
      const seen = await app.ask(path, { ...init, headers: { ...init.headers, Cookie: cookies.join("; ") } });
      const set = seen.cookies.map((line) => line.split(";")[0] ?? "");
      const names = set.map((line) => line.split("=")[0]);
      cookies = [...cookies.filter((line) => !names.includes(line.split("=")[0])), ...set];
      return seen;
    };
    const post = () =>
      ask("/get-started?mode=login", {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://localhost:8787" },
        body: `mode=login&phone_number=${NUMBER}`,
      });
    const asked = await post();
    expect(asked.headers.get("Location")).toBe("/get-started?mode=login&waiting=1");
    const waiting = await ask("/get-started?mode=login&waiting=1");
    const refresh = /<noscript><meta http-equiv="refresh" content="(\d+);url=([^"]+)"/i.exec(waiting.text);
    const [, seconds = "0", next = ""] = refresh ?? [];
    expect(Number(seconds)).toBeGreaterThan(0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + Number(seconds) * 1000 });
    const turn = await ask(next.replaceAll("&amp;", "&"));
    expect(turn.text).toContain("It is your turn. Send the code now.");
    expect(turn.text).toContain(NUMBER);
    expect((await post()).headers.get("Location")).toBe("/enter-OTP");
  });

  it("is told to the operators, in the log and once by mail, and switches nothing off", async () => {
    const shop = openShop();
    const operator = await signIn(shop.context, { operator: true });
    const former = await signIn(shop.context, { operator: true });
    const suspended = sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${former.userId}`;
    await withoutRule(shop.context.db, "users_operators_suspended_by_two", suspended);
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

  it("costs askers more time the further it is exceeded, at most a quarter of an hour", async () => {
    const waits: number[] = [];
    for (const count of [1_000, 1_500, 2_500, 10_000, 1_000_000]) {
      await exceed(count);
      const asker = new Visitor(context, "192.0.2.3");
      await asker.askForCode({ phone_number: NUMBER });
      const { page } = await asker.openGetStarted("?mode=login&waiting=1");
      waits.push((page as { waiting: { seconds: number } }).waiting.seconds);
    }
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    expect(new Set(waits.slice(0, 3)).size).toBe(3);
    expect(waits.at(-1)).toBe(15 * 60);
  });
});
