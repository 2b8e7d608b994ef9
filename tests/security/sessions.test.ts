import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as personalDetails from "~/routes/personal-details/route";
import * as wallet from "~/routes/wallet/route";
import { readFlowId } from "~/server/login-cookie";
import { readSessionCookie } from "~/server/session/cookie";
import { SESSION_SPREAD_MS } from "~/server/session/record";
import { viewerOf, Visitor } from "../routes/login/visitor";
import { open, post } from "../support/ask-route";
import { createTestContext, type TestContext } from "../support/context";
import { get } from "../support/people";

const URL_OF_WALLET = "http://localhost:8787/wallet";
let context: TestContext;
let kvIsDown = false;
let visitor: Visitor;
let serial = 0;
let email: string;

/** Also what KV says to a second write of a key within a second. */
const kv = new Proxy(env.SESSIONS, {
  get(target, name) {
    const value: unknown = Reflect.get(target, name);
    if (typeof value !== "function") return value;
    return (...given: unknown[]): unknown =>
      kvIsDown ? Promise.reject(new Error("KV: 500 Internal Server Error")) : value.apply(target, given);
  },
});

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM counters").run();
  kvIsDown = false;
  context = createTestContext({ kv });
  visitor = new Visitor(context, `203.0.113.${++serial}`);
  email = `session-${serial}@example.com`;
});

const cookieOf = (who: Visitor) => `session=${who.cookies.get("session") ?? ""}`;
const withCookie = (value: string) => {
  const other = new Visitor(context, "198.51.100.9");
  other.cookies.set("session", value);
  return other;
};
/** After the record has spread through KV, and the new session's grace period is over. */
const later = () => context.clock.advance(SESSION_SPREAD_MS + 61_000);

const readWallet = (cookie: string) => open(context, wallet, "/wallet", cookie);
const writeName = (cookie: string, full_name: string) =>
  post(context, personalDetails, "/personal-details", cookie, { full_name });

it("a session id chosen by an attacker is never kept at a login, and ends with it", async () => {
  const attacker = new Visitor(context, "203.0.113.200");
  await attacker.signInByEmail("attacker@example.com");
  const planted = attacker.cookies.get("session") ?? "";
  for (const value of [planted, "chosen-by-somebody", btoa(JSON.stringify({ sid: "a".repeat(43), uid: "usr_1" }))]) {
    visitor.cookies.set("session", value);
    await visitor.signInByEmail(email);
    expect(visitor.cookies.get("session")).not.toBe(value);
    expect((await viewerOf(visitor))?.email).toBe(email);
    expect(await viewerOf(withCookie(value))).toBeNull();
  }
});

describe("when KV does not answer", () => {
  it("no one is let in or signed out: it is a 503, and the session continues when KV is back", async () => {
    await visitor.signInByEmail(email);
    later();
    const cookie = cookieOf(visitor);
    kvIsDown = true;
    for (const { status, response, cookies } of [await readWallet(cookie), await writeName(cookie, "Blind")])
      expect([status, response.headers.get("Retry-After"), cookies]).toEqual([503, "30", []]);
    kvIsDown = false;
    expect(await context.db.all(sql`SELECT full_name FROM users WHERE email = ${email}`)).toEqual([
      { full_name: null },
    ]);
    expect((await readWallet(cookie)).status).toBe(200);
  });

  it("logging in and out still work", async () => {
    kvIsDown = true;
    expect((await visitor.signInByEmail(email)).location).toBe("/wallet");
    const blind = cookieOf(visitor);
    expect(await visitor.signOut()).toMatchObject({ status: 303, location: "/#signed-out" });
    expect(visitor.cookies.has("session")).toBe(false);
    kvIsDown = false;
    expect((await readWallet(blind)).location).toBe("/#session-expired");
  });
});

describe("a cookie that was altered", () => {
  it("admits no one, whichever of its bits is flipped, removed or added", async () => {
    await visitor.signInByEmail(email);
    const value = decodeURIComponent(visitor.cookies.get("session") ?? "");
    const own = await readSessionCookie(context.config, get(URL_OF_WALLET, cookieOf(visitor)));
    expect(own).not.toBeNull();
    const altered = [...value].flatMap((letter, at) => {
      const put = (text: string) => value.slice(0, at) + text + value.slice(at + 1);
      const turned = [1, 2, 4, 8, 16, 32, 64].map((bit) => put(String.fromCharCode(letter.charCodeAt(0) ^ bit)));
      return [...turned, put(""), put(letter + letter)];
    });
    let same = 0;
    for (const text of altered) {
      const request = get(URL_OF_WALLET, `session=${encodeURIComponent(text)}`);
      const presented = await readSessionCookie(context.config, request);
      if (presented === null) continue;
      // The last letter of a signature contains unused bits: this is another spelling of the same signature.
      expect(presented).toEqual(own);
      same += 1;
    }
    expect(altered.length).toBeGreaterThan(1_000);
    expect(same).toBeLessThan(12);
  });

  it("is not accepted under the name of another of our cookies", async () => {
    await visitor.askForCode({ email });
    const login = visitor.cookies.get("login") ?? "";
    await visitor.enterCode(context.mailer.codeFor(email));
    const session = visitor.cookies.get("session") ?? "";
    expect(session).not.toBe("");
    expect(await readSessionCookie(context.config, get(URL_OF_WALLET, `session=${login}`))).toBeNull();
    expect(await readFlowId(context.config, get(URL_OF_WALLET, `login=${session}`))).toBeNull();
  });
});
