// Copies of the database lag behind it. A user who has changed something sees it at once all the same; sessions, money and operators' pages
// never ask a copy; and what a stranger reads may be moments old, and is never wrong about more.
import { applyD1Migrations, env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { createTestContext } from "../support/context";
import { freshBindings } from "../support/fresh-bindings";
import { giveStake } from "../support/holdings";
import { bookmarkAt, LaggingD1 } from "../support/lagging-d1";
import { type Person, putCask, signIn } from "../support/people";
import { openApp, ORIGIN } from "../support/serve-app";

const CODE = "kmpq2345rstu6789";

let lagging: LaggingD1;
let context: ReturnType<typeof createTestContext>;
let app: ReturnType<typeof openApp>;

beforeEach(async () => {
  await freshBindings();
  await applyD1Migrations(env.COPY, env.MIGRATIONS);
  lagging = new LaggingD1(env.DB, env.COPY);
  const DB = lagging as unknown as D1Database;
  context = createTestContext({ db: createDatabase(DB) });
  app = openApp({ DB });
});

const known = (person: Person, more = "") => ({ Cookie: `${person.cookie}; known=1${more && `; ${more}`}` });
const bookmarkIn = (cookies: string[]) => cookies.map((one) => /^bookmark=([^;]+)/.exec(one)?.[1]).find(Boolean);
const verify = (cookie = "") => app.ask(`/verify/${CODE}`, { headers: cookie ? { Cookie: cookie } : {} });

/** A stake that settlement, another Worker, has just made, of a cask and a buyer that the copy has. */
async function justSettled() {
  const person = await signIn(context);
  const caskId = await putCask(context);
  await lagging.catchUp();
  return { person, ...(await giveStake(context, person, caskId, { code: CODE })) };
}

describe("with a copy of the database that lags", () => {
  it("a stranger reads it as it is, and what is new once it has come", async () => {
    await justSettled();
    expect((await verify()).status).toBe(404);
    await lagging.catchUp();
    expect((await verify()).status).toBe(200);
    expect(lagging).toMatchObject({ copyAnswered: 2, copyWaited: 0 });
  });

  it("a buyer who saw the payment settled finds the certificate at once", async () => {
    const { person, paymentId } = await justSettled();
    const success = await app.ask(`/payment-success?payment=${paymentId}`, { headers: known(person) });
    expect(success.status).toBe(200);
    const bookmark = bookmarkIn(success.cookies);
    expect(success.cookies.find((one) => one.startsWith("bookmark="))).toMatch(
      /^bookmark=[0-9a-f-]{59}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await verify(`bookmark=${bookmark}`)).status).toBe(200);
    expect(lagging).toMatchObject({ copyAnswered: 1, copyWaited: 1 });
  });

  it("a form that wrote gives a bookmark, one that wrote nothing or came from a stranger gives none", async () => {
    const person = await signIn(context);
    const post = (cookie: Record<string, string>) =>
      app.ask("/personal-details", {
        method: "POST",
        headers: { ...cookie, Origin: ORIGIN },
        body: new URLSearchParams({ full_name: "Asha Rao" }),
      });
    expect(bookmarkIn((await post({ Cookie: person.cookie })).cookies)).toBeUndefined();
    const wrote = await post(known(person));
    expect(wrote.status).toBe(303);
    expect(bookmarkIn(wrote.cookies)).toMatch(/^[0-9a-f]{8}-/);
    const left = await app.ask("/logout", { headers: known(person) });
    expect(bookmarkIn(left.cookies)).toBeUndefined();
  });

  it.each([
    ["of another form", "bookmark=first-primary"],
    ["too long", `bookmark=${bookmarkAt(0)}0`],
    ["that is empty", "bookmark="],
    ["from the future, which the database refuses", `bookmark=${bookmarkAt(4_000_000_000)}`],
  ])("a bookmark %s is as good as none", async (_what, cookie) => {
    await justSettled();
    await lagging.catchUp();
    expect((await verify(cookie)).status).toBe(200);
    expect(lagging.copyWaited).toBe(0);
  });

  it("a session that has ended is over with the next request, and a suspension holds at once", async () => {
    const [left, suspended] = [await signIn(context), await signIn(context)];
    await lagging.catchUp();
    await context.db.run(sql`UPDATE sessions SET revoked_at_ms = ${context.nowMs()} WHERE user_id = ${left.userId}`);
    await context.db.run(sql`UPDATE users SET suspended_at_ms = ${context.nowMs()} WHERE id = ${suspended.userId}`);
    for (const person of [left, suspended])
      expect(await app.ask("/wallet", { headers: known(person) })).toMatchObject({
        status: 302,
        location: person === left ? "/#session-expired" : "/#suspended",
      });
    expect(lagging.copyAnswered).toBe(0);
  });

  it("pages and forms of people and operators never ask the copy, whatever bookmark comes with them", async () => {
    const { person, stakeId } = await justSettled();
    const operator = await signIn(context, { operator: true });
    const bookmark = `bookmark=${bookmarkAt(1)}`;
    const asked = ["/wallet", "/invest", "/settings", "/stakes", `/stakes/${stakeId}`, "/statements", "/notices"];
    for (const path of asked)
      expect((await app.ask(path, { headers: known(person, bookmark) })).status, path).toBe(200);
    for (const path of ["/operator", "/operator/payments", "/operator/certificates", "/operator/users"])
      expect((await app.ask(path, { headers: known(operator, bookmark) })).status, path).toBe(200);
    const pay = await app.ask("/stripe-secure", {
      method: "POST",
      headers: { ...known(person, bookmark), Origin: ORIGIN },
      body: new URLSearchParams({ cask: (await caskIds())[0] ?? "", paymentMode: "Bank", full_name: "Asha Rao" }),
    });
    expect(pay.status).toBe(303);
    expect(lagging.copyAnswered).toBe(0);
  });
});

const caskIds = async () => (await context.db.all<{ id: string }>(sql`SELECT id FROM casks`)).map(({ id }) => id);
