import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { issueToken, readToken } from "~/api/bearer";
import { createTestContext } from "../../support/context";
import { type Person, signIn } from "../../support/people";
import { call, ORIGIN, tokenOf } from "./support/client";

// Tokens of the API. Whose token opens what, and that it ends with its session, is in tests/security/authorisation-matrix.test.ts.

const context = createTestContext();
const { config } = context;
const CASKS = "/api/cask/get_casks";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const text = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
/** Signs with the right key, whatever the header says. */
async function signed(header: object, claims: object): Promise<string> {
  const unsigned = `${text(header)}.${text(claims)}`;
  const material = new TextEncoder().encode(`api-token:${config.SESSION_SECRET}`);
  const key = await crypto.subtle.importKey("raw", material, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(unsigned));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(mac)));
  return `${unsigned}.${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

describe("a token", () => {
  it("is valid for 24 hours, to the second", async () => {
    const session = { userId: "usr_1", idHash: "a".repeat(64) };
    const token = await issueToken(config, session, 5_000);
    expect(await readToken(config, token, 5_000 + DAY_MS - 1)).toEqual({
      ok: true,
      claim: session,
      endsAtMs: 5_000 + DAY_MS,
    });
    expect(await readToken(config, token, 5_000 + DAY_MS)).toEqual({ ok: false, code: "expired" });
  });

  it("with another key, algorithm, form or claim is invalid, and a cookie beside it does not help", async () => {
    const person = await signIn(context);
    const good = await tokenOf(context, person);
    const [header = "", claims = "", signature = ""] = good.split(".");
    const stranger = { userId: person.userId, idHash: "a".repeat(64) };
    const other = { SESSION_SECRET: "another-secret-of-the-tests-0123456789" };
    const exp = Math.floor(context.nowMs() / 1000) + 9999;
    for (const token of [
      await issueToken(other, stranger, context.nowMs()),
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
    ])
      expect(await call(context, "GET", CASKS, { token, cookie: person.cookie }), token).toMatchObject({
        status: 401,
        body: { message: "jwt invalid" },
        trips: 0,
      });
    const basic = { Authorization: `Basic ${good}` };
    expect(await call(context, "GET", CASKS, { headers: basic })).toMatchObject({ status: 401 });
    expect(await call(context, "GET", CASKS, { token: good })).toMatchObject({ status: 200 });
  });

  it("that is signed rightly is refused with another algorithm in its header, or without one of its claims", async () => {
    const claims = { sub: "usr_1", sid: "a".repeat(64), iat: 1, exp: Math.floor(context.nowMs() / 1000) + 60 };
    const read = async (header: object, more: object = {}) =>
      readToken(config, await signed(header, { ...claims, ...more }), context.nowMs());
    expect(await read({ alg: "HS256" })).toMatchObject({ ok: true });
    for (const header of [{ alg: "none" }, { alg: "HS512" }, { alg: "hs256" }, {}, { alg: "HS256", typ: "JOSE" }])
      expect(await read(header), JSON.stringify(header)).toEqual({ ok: false, code: "invalid" });
    for (const more of [{ sub: 7 }, { sid: "short" }, { exp: "never" }, { exp: undefined }, { iat: undefined }])
      expect(await read({ alg: "HS256" }, more)).toEqual({ ok: false, code: "invalid" });
  });
});

it("the cookie is accepted from our own pages only", async () => {
  const { cookie } = await signIn(context);
  const from = (headers: Record<string, string>) => call(context, "GET", CASKS, { cookie, headers });
  for (const headers of [{}, { "Sec-Fetch-Site": "same-origin" }, { "Sec-Fetch-Site": "none" }, { Origin: ORIGIN }])
    expect((await from(headers as never)).status).toBe(200);
  for (const headers of [{ "Sec-Fetch-Site": "same-site" }, { "Sec-Fetch-Site": "cross-site" }, { Origin: "null" }])
    expect(await from(headers as never)).toMatchObject({ status: 401, trips: 0 });
});

describe("add_user", () => {
  const addUser = (token: string, body: object) => call(context, "POST", "/api/users/add_user", { token, body });
  const entered = async () => {
    const person = await signIn(context);
    return { ...person, token: await tokenOf(context, person) };
  };
  const fresh = async (token: string, { email }: Person) =>
    (await addUser(token, { email, referral_code: null })).body.data as { id: string; token: string };

  it("answers only the person whose login proved the address", async () => {
    const [victim, { token }] = [await signIn(context), await entered()];
    for (const body of [{ email: victim.email }, { phone_number: "9876543210" }, { email: "new@example.com" }])
      expect(await addUser(token, body)).toMatchObject({ status: 403, body: { status: false } });
    expect(await context.db.all(sql`SELECT id FROM users WHERE email = 'new@example.com'`)).toEqual([]);
  });

  it("gives a fresh token of the same session each time, none of which outlives the first", async () => {
    const { token, ...person } = await entered();
    const endsAtMs = context.nowMs() + DAY_MS;
    const tokens = [token];
    for (let times = 0; times < 2; times++) {
      context.clock.advance(10 * HOUR_MS);
      const { id, token: next } = await fresh(tokens.at(-1) ?? "", person);
      await context.settled();
      expect([id, tokens.includes(next)]).toEqual([person.userId, false]);
      const read = await readToken(config, next, context.nowMs());
      expect(read.ok && Math.abs(read.endsAtMs - endsAtMs) < 1000).toBe(true);
      tokens.push(next);
    }
    context.clock.advance(4 * HOUR_MS);
    for (const one of tokens)
      expect(await addUser(one, { email: person.email })).toMatchObject({
        status: 401,
        body: { message: "jwt expired" },
      });
  });
});
