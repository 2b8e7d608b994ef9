import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { endAllSessions, endSession } from "~/areas/accounts/login/end-all-sessions";
import { issueToken, readToken } from "~/api/bearer";
import { action as logout } from "~/routes/logout/route";
import { readSessionCookie } from "~/server/session/cookie";
import { formPost, get, putCask, signIn } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { call, ORIGIN, tokenOf } from "./support/client";
import { cardBody } from "./support/samples";

const CASKS = "/api/cask/get_casks";
const DAY_MS = 86_400_000;
let shop: Shop;
beforeAll(() => {
  shop = openShop();
});

const text = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");

describe("a token", () => {
  it("is valid for 24 hours, to the second", async () => {
    const { config } = shop.context;
    const session = { userId: "usr_1", idHash: "a".repeat(64) };
    const token = await issueToken(config, session, 5_000);
    expect(await readToken(config, token, 5_000 + DAY_MS - 1)).toEqual({
      ok: true,
      claim: session,
      endsAtMs: 5_000 + DAY_MS,
    });
    expect(await readToken(config, token, 5_000 + DAY_MS)).toEqual({ ok: false, code: "expired" });
  });

  it("that has expired is reported as expired", async () => {
    const person = await signIn(shop.context);
    const token = await tokenOf(shop.context, person);
    shop.context.clock.advance(DAY_MS);
    const answered = await call(shop.context, "GET", CASKS, { token });
    shop.context.clock.advance(-DAY_MS);
    expect(answered).toMatchObject({ status: 401, body: { status: false, message: "jwt expired" }, trips: 0 });
  });

  it("with another key, algorithm, form or claim is invalid, and a cookie beside it does not help", async () => {
    const person = await signIn(shop.context);
    const good = await tokenOf(shop.context, person);
    const [header = "", claims = "", signature = ""] = good.split(".");
    const other = await issueToken(
      { SESSION_SECRET: "another-secret-of-the-tests-0123456789" },
      { userId: person.userId, idHash: "a".repeat(64) },
      shop.context.nowMs(),
    );
    const exp = Math.floor(shop.context.nowMs() / 1000) + 9999;
    const bad = [
      other,
      `${text({ alg: "none" })}.${claims}.`,
      `${text({ alg: "none" })}.${claims}.${signature}`,
      `${text({ alg: "HS512", typ: "JWT" })}.${claims}.${signature}`,
      `${header}.${text({ sub: person.userId, sid: "a".repeat(64), iat: 1, exp })}.${signature}`,
      `${header}.${claims}`,
      `${good}.${signature}`,
      `${good}=`,
      good.slice(0, -2),
      "",
      "x.y.z",
    ];
    for (const token of bad)
      expect(await call(shop.context, "GET", CASKS, { token, cookie: person.cookie }), token).toMatchObject({
        status: 401,
        body: { message: "jwt invalid" },
        trips: 0,
      });
    const basic = { Authorization: `Basic ${good}` };
    expect(await call(shop.context, "GET", CASKS, { headers: basic })).toMatchObject({ status: 401 });
    expect(await call(shop.context, "GET", CASKS, { token: good })).toMatchObject({ status: 200 });
  });

  it("ends with its session: logout, logout everywhere, suspension", async () => {
    const ends = [
      async (userId: string, idHash: string) => endSession(shop.context, { userId, idHash }),
      async (userId: string) => void (await endAllSessions(shop.context, { userId, actor: "system" })),
      async (_userId: string, _idHash: string, cookie: string) => {
        const request = formPost(`${ORIGIN}/logout`, cookie, { intent: "everywhere" });
        await logout({ request, context: shop.context.next(), params: {} });
      },
      async (userId: string) =>
        void (await shop.context.db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${userId}`)),
    ];
    const caskId = await putCask(shop.context);
    for (const end of ends) {
      const person = await signIn(shop.context);
      const presented = await readSessionCookie(shop.context.config, get(`${ORIGIN}/`, person.cookie));
      const token = await tokenOf(shop.context, person);
      const save = { token, body: { full_name: "After the end" } };
      expect((await call(shop.context, "GET", CASKS, { token })).status).toBe(200);
      await end(person.userId, presented?.idHash ?? "", person.cookie);
      expect(await call(shop.context, "GET", CASKS, { token })).toMatchObject({
        status: 401,
        body: { message: "jwt expired" },
      });
      expect(await call(shop.context, "PUT", `/api/users/${person.userId}`, save)).toMatchObject({ status: 401 });
      const buy = { token, body: cardBody(person.userId, caskId) };
      const path = "/api/stripe/create-checkout-session";
      expect(await call(shop.context, "POST", path, buy)).toMatchObject({ status: 401 });
      expect(await shop.paymentsOf(person)).toEqual([]);
      expect(await call(shop.context, "GET", CASKS, { cookie: person.cookie })).toMatchObject({
        status: 401,
        body: { message: "jwt expired" },
      });
    }
  });
});

/** Signs with the right key, whatever the header says. */
async function signed(header: object, claims: object): Promise<string> {
  const unsigned = `${text(header)}.${text(claims)}`;
  const material = new TextEncoder().encode(`api-token:${shop.context.config.SESSION_SECRET}`);
  const key = await crypto.subtle.importKey("raw", material, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(unsigned));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(mac)));
  return `${unsigned}.${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

describe("a well-signed token", () => {
  it("is refused with another algorithm in its header, or without one of its claims", async () => {
    const { config, nowMs } = shop.context;
    const claims = { sub: "usr_1", sid: "a".repeat(64), iat: 1, exp: Math.floor(nowMs() / 1000) + 60 };
    const read = async (header: object, more: object = {}) =>
      readToken(config, await signed(header, { ...claims, ...more }), nowMs());
    expect(await read({ alg: "HS256" })).toMatchObject({ ok: true });
    for (const header of [{ alg: "none" }, { alg: "HS512" }, { alg: "hs256" }, {}, { alg: "HS256", typ: "JOSE" }])
      expect(await read(header), JSON.stringify(header)).toEqual({ ok: false, code: "invalid" });
    for (const more of [{ sub: 7 }, { sid: "short" }, { exp: "never" }, { exp: undefined }, { iat: undefined }])
      expect(await read({ alg: "HS256" }, more)).toEqual({ ok: false, code: "invalid" });
  });
});

describe("the cookie", () => {
  it("is accepted from our own pages only", async () => {
    const { cookie } = await signIn(shop.context);
    const from = (headers: Record<string, string>) => call(shop.context, "GET", CASKS, { cookie, headers });
    for (const headers of [{}, { "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }, { Origin: ORIGIN }])
      expect((await from(headers as never)).status).toBe(200);
    for (const headers of [{ "Sec-Fetch-Site": "same-site" }, { "Sec-Fetch-Site": "cross-site" }, { Origin: "null" }])
      expect(await from(headers as never)).toMatchObject({ status: 401, trips: 0 });
  });
});
