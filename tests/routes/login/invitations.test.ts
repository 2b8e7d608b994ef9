import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestContext, type TestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { countRows, emptyTables, Visitor } from "./visitor";

let context: TestContext;
let owner: Person;
let code: string;

const codeOf = async (person: Person) =>
  (
    await env.DB.prepare("SELECT referral_code AS code FROM users WHERE id = ?").bind(person.userId).first<{
      code: string;
    }>()
  )?.code ?? "";

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
  owner = await signIn(context);
  await giveStake(context, owner, await putCask(context));
  code = await codeOf(owner);
});

const isReferred = async (email: string) =>
  (await countRows(`referrals JOIN users ON users.id = referred_id WHERE email = '${email}'`)) === 1;

describe("an invitation", () => {
  it("stays in the browser until sign-up, over pages that know nothing of it and on another day", async () => {
    const visitor = new Visitor(context);
    expect((await visitor.openGetStarted(`?mode=login&ref=${code.toLowerCase()}`)).page).toMatchObject({
      referralCode: code,
    });
    context.clock.advance(30 * 86_400_000);
    expect((await visitor.openGetStarted("?mode=sign-up")).page).toMatchObject({ referralCode: code });
    await visitor.signInByEmail("asha@example.com");
    expect(await isReferred("asha@example.com")).toBe(true);
    expect(visitor.cookies.has("ref")).toBe(false);
  });

  it("counts when the code was asked for before the link was followed", async () => {
    const visitor = new Visitor(context);
    await visitor.askForCode({ email: "asha@example.com" });
    await visitor.openGetStarted(`?ref=${code}`);
    await visitor.enterCode(context.mailer.codeFor("asha@example.com"));
    expect(await isReferred("asha@example.com")).toBe(true);
  });

  it("counts that the login began with, though another one was followed before its code was entered", async () => {
    const another = await signIn(context);
    await giveStake(context, another, await putCask(context));
    const visitor = new Visitor(context);
    await visitor.openGetStarted(`?ref=${code}`);
    await visitor.askForCode({ email: "asha@example.com" });
    await visitor.openGetStarted(`?ref=${await codeOf(another)}`);
    await visitor.enterCode(context.mailer.codeFor("asha@example.com"));
    expect(await isReferred("asha@example.com")).toBe(true);
    expect(await countRows(`referrals WHERE referrer_id = '${owner.userId}'`)).toBe(1);
  });

  it("that does not exist is not greeted, and replaces none", async () => {
    const visitor = new Visitor(context);
    expect((await visitor.openGetStarted("?ref=NOSUCHCD")).page).toMatchObject({ referralCode: "" });
    expect(visitor.cookies.has("ref")).toBe(false);
    await visitor.openGetStarted(`?ref=${code}`);
    expect((await visitor.openGetStarted("?ref=NOSUCHCD")).page).toMatchObject({ referralCode: code });
    await visitor.signInByEmail("asha@example.com");
    expect(await isReferred("asha@example.com")).toBe(true);
  });

  it.each([
    ["is not activated", "UPDATE users SET activated_at_ms = NULL WHERE id = ?"],
    ["is suspended", "UPDATE users SET suspended_at_ms = 1 WHERE id = ?"],
    ["has no stake any more", "UPDATE stakes SET state = 'frozen' WHERE user_id = ?"],
  ])("by a person who %s is none", async (_, change) => {
    await env.DB.prepare(change).bind(owner.userId).run();
    const visitor = new Visitor(context);
    expect((await visitor.openGetStarted(`?ref=${code}`)).page).toMatchObject({ referralCode: "" });
    await visitor.signInByEmail("asha@example.com", { ref: code });
    expect(await isReferred("asha@example.com")).toBe(false);
  });

  it.each(["/", "/create-account", "/fees-and-nothing", "/verify/NOSUCH"])(
    "is kept from %s on, if there is such a page",
    async (path) => {
      const app = openApp();
      const seen = await app.ask(`${path}?ref=${code}`);
      const kept = seen.cookies.find((line) => line.startsWith("ref="));
      if (seen.status !== 200) {
        expect(kept).toBeUndefined();
        return;
      }
      expect(kept).toMatch(/; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(seen.headers.get("Cache-Control")).toContain("no-store");
      expect((await app.ask(`${path}?ref=NOSUCHCD`)).cookies.filter((line) => line.startsWith("ref="))).toEqual([]);
      const next = await app.ask("/get-started", { headers: { Cookie: kept?.split(";")[0] ?? "" } });
      expect(next.text).toContain(code);
    },
  );
});
