// A thief with an open session asks for the account to be closed: nothing is given up before everybody who can be reached could stop it.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { closeWaitingAccounts } from "~/areas/accounts/closing/erase-account";
import * as closeAccount from "~/routes/close-account/route";
import * as settings from "~/routes/settings/route";
import { open, post } from "../../../routes/settings/ask";
import { balanceOf, creditWallet, giveStake } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn, signInAs } from "../../../support/people";
import { keepLogQuiet } from "../../../support/quiet-log";
import { openApp, ORIGIN } from "../../../support/serve-app";
import { openShop, type Shop } from "../../../support/shop";

const app = openApp();
keepLogQuiet();
const PATH = "/close-account";
const DAY_MS = 86_400_000;
const GIVE_UP = { understood: "yes", stakes: "give-up", balance: "give-up" };

let shop: Shop;
let person: Person;
let serial = 0;

beforeEach(async () => {
  shop = openShop();
  person = await signIn(shop.context);
  await giveStake(shop.context, person, await putCask(shop.context));
  await creditWallet(shop.context, person, 700);
  await shop.drain();
  shop.context.mailer.sent.length = 0;
});

const close = async (fields: Record<string, string> = GIVE_UP) => {
  person.cookie = await signInAs(shop.context, person.userId);
  return post(shop.context, closeAccount, PATH, person.cookie, fields);
};
const rows = <T>(query: ReturnType<typeof sql>) => shop.context.db.all<T>(query);
const isClosed = async () =>
  (await rows(sql`SELECT 1 FROM users WHERE id = ${person.userId} AND closed_at_ms IS NOT NULL`)).length === 1;
const held = async () => [
  (await rows(sql`SELECT 1 FROM stakes WHERE user_id = ${person.userId} AND state = 'active'`)).length,
  await balanceOf(shop.context, `user:${person.userId}:wallet`),
];
const pass = async (ms: number) => {
  shop.context.clock.advance(ms);
  await closeWaitingAccounts(shop.context);
};
const takeOver = async (agoMs = 0) => {
  const thief = `closer-${Date.now()}-${++serial}@example.com`;
  await shop.context.db.run(
    sql`UPDATE users SET email = ${thief}, contact_changed_at_ms = ${shop.context.nowMs() - agoMs} WHERE id = ${person.userId}`,
  );
  await shop.drain();
  shop.context.mailer.sent.length = 0;
  return thief;
};
const linkTo = (address: string) =>
  /http:\S+\/stop\/\w+/.exec(shop.context.mailer.to(address).at(-1)?.text ?? "")?.[0] ?? "";
const press = (link: string) => app.ask(link, { method: "POST", headers: { Origin: ORIGIN } });

describe("a closing that gives something up", () => {
  it("waits for a week: one post from a fresh session burns nothing", async () => {
    const posted = await close();
    expect([posted.location, posted.trips.count <= 2]).toEqual([PATH, true]);
    expect([await isClosed(), await held()]).toEqual([false, [1, 700]]);
    await pass(7 * DAY_MS - 1);
    expect([await isClosed(), await held()]).toEqual([false, [1, 700]]);
    await pass(1);
    expect([await isClosed(), await held()]).toEqual([true, [0, 0]]);
    await expectInvariants(shop.context.db);
  });

  it("waits for two weeks after a change of contact within 30 days, and is told to the mailbox before it as well", async () => {
    const thief = await takeOver(30 * DAY_MS - 1);
    await close();
    await shop.drain();
    const told = shop.context.mailer.sent.map(({ to, subject }) => `${to}: ${subject}`).sort();
    expect(told).toEqual([person.email, thief].sort().map((to) => `${to}: Your account will be closed`));
    expect(shop.context.mailer.to(person.email)[0]?.text).toContain(
      "1 stake, $7.00 in balance and pending rewards, 2,000 tokens",
    );
    await pass(14 * DAY_MS - 1);
    expect(await isClosed()).toBe(false);
    await pass(1);
    expect(await isClosed()).toBe(true);
  });

  it("of an account that holds tokens only waits as well", async () => {
    const other = await signIn(shop.context);
    await shop.context.db
      .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${`t:${other.userId}`}, 'house:token-issue', ${`user:${other.userId}:tokens`}, 1000, 'TOKEN', 'tokens-earned', 'x', 1)`);
    expect((await post(shop.context, closeAccount, PATH, other.cookie, { understood: "yes" })).location).toBe(PATH);
  });

  it("cannot be made of one that was to hold everything: another choice waits from its own beginning", async () => {
    await close({ understood: "yes" });
    await pass(100 * DAY_MS);
    await close();
    expect([await isClosed(), await held()]).toEqual([false, [1, 700]]);
    await close();
    await shop.drain();
    expect(shop.context.mailer.to(person.email).map(({ subject }) => subject)).toEqual(
      Array(1).fill("Your account will be closed"),
    );
    await pass(7 * DAY_MS - 1);
    expect(await isClosed()).toBe(false);
    await pass(1);
    expect(await isClosed()).toBe(true);
  });

  it("is asked for a few times a day only, because each is told", async () => {
    const answers = [];
    for (let turn = 0; turn < 8; turn++)
      answers.push((await close({ ...GIVE_UP, stakes: turn % 2 ? "hold" : "give-up" })).response.status);
    expect(answers).toEqual([303, 303, 303, 303, 303, 303, 303, 303]);
    expect(await rows(sql`SELECT 1 FROM account_closings WHERE user_id = ${person.userId}`)).toHaveLength(5);
    await post(shop.context, closeAccount, PATH, person.cookie, { intent: "keep" });
    expect((await close()).response.status).toBe(429);
  });

  it("is seen by its signed-in owner, who keeps the account by a button, without a code", async () => {
    await close();
    const page = await open(shop.context, closeAccount, PATH, person.cookie);
    const asked = { giveUpStakes: true, giveUpBalance: true, closesFromMs: shop.context.nowMs() + 7 * DAY_MS };
    expect(page.data).toMatchObject({ left: { asked } });
    const shown = await open(shop.context, settings, "/settings", person.cookie);
    expect([shown.data, shown.trips.count]).toEqual([expect.objectContaining({ closesFromMs: asked.closesFromMs }), 1]);
    shop.context.clock.advance(2 * 3_600_000);
    await post(shop.context, closeAccount, PATH, person.cookie, { intent: "keep" });
    await pass(30 * DAY_MS);
    expect([await isClosed(), await held()]).toEqual([false, [1, 700]]);
  });

  it("starts no purchase meanwhile, and says why; what is in the wallet can still be withdrawn", async () => {
    await close();
    const refused = await shop.buy(person, { cask: await putCask(shop.context) });
    expect([refused.status, await refused.json()]).toMatchObject([403, { problem: "closing" }]);
    expect(await shop.paymentsOf(person)).toHaveLength(1);
  });
});

describe("the link that stops it", () => {
  it("in the email to the former mailbox shows a page that changes nothing, and stops by its button, without a session", async () => {
    await takeOver();
    await close();
    await shop.drain();
    const link = linkTo(person.email);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const page = await app.ask(link, { method });
      if (method !== "GET") continue;
      expect(page.status).toBe(200);
      expect(page.text).toContain("noindex");
      expect(page.text).not.toContain("<script");
      expect(page.text).not.toContain(person.email);
    }
    expect(
      await rows(sql`SELECT 1 FROM account_closings WHERE user_id = ${person.userId} AND cancelled_at_ms IS NULL`),
    ).toHaveLength(1);
    app.trips.count = 0;
    const pressed = await press(link);
    expect([pressed.status, pressed.location, app.trips.count <= 2]).toEqual([303, new URL(link).pathname, true]);
    expect((await press(link)).status).toBe(303);
    expect((await app.ask(link)).text).toContain("The account stays open");
    await pass(30 * DAY_MS);
    expect([await isClosed(), await held()]).toEqual([false, [1, 700]]);
    const log = await rows(
      sql`SELECT actor, detail FROM audit_log WHERE action = 'closing-cancelled' AND subject = ${`user:${person.userId}`}`,
    );
    expect(log).toEqual([{ actor: "system", detail: "stop-link" }]);
  });

  it("comes too late once the account is closed, is refused from elsewhere, and leads on from text messages to a withdrawal's page", async () => {
    await close();
    await shop.drain();
    const link = linkTo(person.email);
    expect((await app.ask(link, { method: "POST", headers: { Origin: "https://mail.example" } })).status).toBe(403);
    await pass(7 * DAY_MS);
    expect((await press(link)).status).toBe(303);
    expect((await app.ask(link)).text).toContain("The account is already closed");
    expect(await isClosed()).toBe(true);
    expect((await press("/stop/none")).status).toBe(404);
    expect((await app.ask("/stop/none")).location).toBe("/withdrawals/stop/none");
  });
});

describe("what is still to be told when an account is closed", () => {
  it("is told when the mailer is back after a day, to the mailbox before a change too, and then forgotten", async () => {
    const { context } = shop;
    context.mailer.fail = "unavailable";
    const thief = `closer-${Date.now()}-${++serial}@example.com`;
    await context.db.run(
      sql`UPDATE users SET email = ${thief}, contact_changed_at_ms = ${context.nowMs()} WHERE id = ${person.userId}`,
    );
    await close();
    await shop.drain();
    await pass(14 * DAY_MS);
    expect(await isClosed()).toBe(true);
    for (let hour = 0; hour < 24; hour++) {
      context.clock.advance(3_600_000);
      await shop.drain();
    }
    expect(context.mailer.sent).toEqual([]);
    context.mailer.fail = null;
    context.clock.advance(3_600_000);
    await shop.drain();
    const told = (to: string) =>
      context.mailer
        .to(to)
        .map(({ subject }) => subject)
        .sort();
    const heard = ["The email address of your account was changed", "Your account is closed"];
    expect([told(person.email), told(thief)]).toEqual([heard, heard]);
    expect(await rows(sql`SELECT 1 FROM notice_recipients WHERE user_id = ${person.userId}`)).toEqual([]);
  });
});

describe("the database", () => {
  it("closes nothing before its wait, whatever the code does, and keeps a stopped closing stopped", async () => {
    const { db, nowMs } = shop.context;
    await close();
    const why = (statement: ReturnType<typeof sql>) =>
      db.run(statement).then(
        () => "nothing",
        (error: unknown) => String((error as Error).cause ?? error),
      );
    const user = person.userId;
    const blank = sql`UPDATE users SET email = ${`${user}@closed.invalid`}, phone = NULL, full_name = NULL, name_on_certificate = NULL, address = NULL,
      referral_code = ${`closed:${user}`}, suspended_at_ms = 1, closed_at_ms = ${nowMs()} WHERE id = ${user}`;
    expect(await why(blank)).toContain("must wait before it is closed");
    expect(
      await why(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('x', ${`user:${user}:wallet`}, 'house:given-up', 1, 'USD', 'given-up', ${`closing:${user}`}, ${nowMs()})`),
    ).toContain("before its closing has waited");
    expect(await why(sql`UPDATE account_closings SET closes_from_ms = 1 WHERE user_id = ${user}`)).toContain(
      "account_closings: these columns cannot change",
    );
    expect(
      await why(sql`INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
      SELECT 'x', id, 1, 1, ${nowMs()}, ${nowMs() + 7 * DAY_MS - 1}, 'x' FROM users WHERE id <> ${user} LIMIT 1`),
    ).toContain("a closing must wait a week");
    await db.run(sql`UPDATE account_closings SET cancelled_at_ms = ${nowMs()} WHERE user_id = ${user}`);
    expect(await why(sql`UPDATE account_closings SET cancelled_at_ms = NULL WHERE user_id = ${user}`)).toContain(
      "a closing cannot end twice",
    );
  });
});
