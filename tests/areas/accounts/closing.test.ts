import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runOutboxRow } from "../../../workers/settlement/outbox";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import * as closeAccount from "~/routes/close-account/route";
import * as settings from "~/routes/settings/route";
import { open, post } from "../../support/ask-route";
import { creditWallet, giveStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn, signInAs } from "../../support/people";
import { openShop, type Shop } from "../../support/shop";
import { payWithdrawal, requestBalance } from "../../support/withdrawals";

let shop: Shop;
let person: Person;
beforeEach(async () => {
  shop = openShop();
  person = await signIn(shop.context);
});

const PATH = "/close-account";
const close = (who = person) => post(shop.context, closeAccount, PATH, who.cookie, { understood: "yes" });
const page = (who = person) => open(shop.context, closeAccount, PATH, who.cookie);
const isClosed = async (who = person) =>
  (await shop.context.db.all(sql`SELECT 1 FROM users WHERE id = ${who.userId} AND closed_at_ms IS NOT NULL`)).length ===
  1;
const DAY_MS = 86_400_000;

afterEach(() => expectInvariants(shop.context.db));

describe("closing an account that holds nothing", () => {
  it("happens at once, in one batch, and is told by email one last time", async () => {
    const closed = await close();
    expect([closed.response.status, closed.location]).toEqual([303, "/#account-closed"]);
    expect(closed.cookies).toEqual(["session=", "login="]);
    expect(closed.trips.count).toBeLessThanOrEqual(2);
    expect(await isClosed()).toBe(true);
    expect((await open(shop.context, settings, "/settings", person.cookie)).location).toBe("/#session-expired");
    await shop.drain();
    expect(shop.context.mailer.to(person.email).map(({ subject }) => subject)).toEqual(["Your account is closed"]);
    const told = await shop.context.db.all(sql`SELECT action, actor FROM audit_log
      WHERE subject = ${`user:${person.userId}`}`);
    expect(told).toEqual([{ action: "account-closed", actor: `user:${person.userId}` }]);
  });

  it("ends the logins that it began for another address, and none of other people", async () => {
    const { db } = shop.context;
    const other = await signIn(shop.context);
    for (const { userId } of [person, other]) {
      const data = JSON.stringify({ flow: { channel: "email", address: `new-${userId}@example.org`, userId } });
      await db.run(sql`INSERT INTO login_flows (id_hash, data, expires_at_ms)
        VALUES (${`flow-${userId}`}, ${data}, ${shop.context.nowMs() + DAY_MS})`);
    }
    await close();
    expect(await isClosed()).toBe(true);
    const left = sql`SELECT id_hash AS id FROM login_flows WHERE id_hash IN (${`flow-${person.userId}`}, ${`flow-${other.userId}`})`;
    expect(await db.all(left)).toEqual([{ id: `flow-${other.userId}` }]);
  });

  it("erases the requests for help sent from its mailbox without a login, and none of other people", async () => {
    const { db } = shop.context;
    for (const email of [person.email, "other@example.org"])
      await db.run(sql`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms)
        VALUES (${email}, ${email}, 'n', ${email}, 'payment', 'm', 'm', 1)`);
    await close();
    expect(await db.all(sql`SELECT id FROM support_requests`)).toEqual([{ id: "other@example.org" }]);
  });

  it("tapped twice ends the same way; an hour later the session is simply over", async () => {
    const [first, second] = await Promise.all([close(), close()]);
    expect([first.location, second.location]).toEqual(Array(2).fill("/#account-closed"));
    shop.context.clock.advance(3_600_000);
    expect((await close()).location).toBe("/#session-expired");
  });

  it("requires the tick and a recent code, and refuses operators and signed-out visitors", async () => {
    const unticked = await post(shop.context, closeAccount, PATH, person.cookie, {});
    expect([unticked.response.status, unticked.data]).toMatchObject([400, { error: "Tick the box to continue." }]);
    const operator = await signIn(shop.context, { operator: true });
    expect((await close(operator)).location).toBe(PATH);
    expect((await page(operator)).data).toMatchObject({ isOperator: true });
    shop.context.clock.advance(30 * 60_000);
    expect((await page()).location).toBe("/confirm-code?to=/close-account");
    shop.context.clock.advance(30 * 60_000);
    expect((await close()).location).toBe("/confirm-code?to=/close-account");
    expect((await post(shop.context, closeAccount, PATH, "", { understood: "yes" })).location).toBe("/");
    expect([await isClosed(), await isClosed(operator)]).toEqual([false, false]);
  });
});

describe("an account that holds something", () => {
  const refuses = async (left: Record<string, number>) => {
    expect((await close()).location).toBe(PATH);
    expect(await isClosed()).toBe(false);
    expect((await page()).data).toMatchObject({ left });
  };

  it("stays open until its stakes have ended and its money is paid out, and erases the files then", async () => {
    const { context } = shop;
    const { stakeId, certificateId } = await giveStake(context, person, await putCask(context));
    await env.CERTIFICATES.put(certificateId, "%PDF with a name");
    await creditWallet(context, person, 500);
    await refuses({ stakes: 1, moneyCents: 500 });
    await context.db.run(sql`UPDATE stakes SET state = 'ended' WHERE id = ${stakeId}`);
    await refuses({ stakes: 0, moneyCents: 500 });
    const operator = await signIn(context, { operator: true });
    const asked = await requestBalance(context, { userId: person.userId, amountCents: 500 });
    await refuses({ moneyCents: 0, withdrawals: 1 });
    await payWithdrawal(context, {
      withdrawalId: asked.withdrawalId,
      userId: person.userId,
      operatorId: operator.userId,
    });
    expect((await close()).location).toBe("/#account-closed");
    const [withdrawal] = await context.db.all(sql`SELECT * FROM withdrawals WHERE id = ${asked.withdrawalId}`);
    expect(withdrawal).toMatchObject({
      amount_cents: 500,
      bank_reference: "UTR-1",
      holder_name: "",
      account_last4: "",
    });
    expect(await runOutboxRow(shop.settlement, `erase-certificates:${person.userId}`)).toBe("done");
    expect(await env.CERTIFICATES.get(certificateId)).toBeNull();
  });

  it("stays open while a payment is open, or could still be paid", async () => {
    const { context } = shop;
    await shop.buy(person, { cask: await putCask(context) });
    await refuses({ payments: 1 });
    await context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${person.userId}`);
    await refuses({ payments: 1 });
    context.clock.advance(DAY_MS + 1);
    person.cookie = await signInAs(context, person.userId);
    expect((await close()).location).toBe("/#account-closed");
  });

  it("is given back a payment that comes all the same", async () => {
    const { context } = shop;
    const { caskId, paymentId } = await shop.order({}, person);
    await context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${person.userId}`);
    context.clock.advance(DAY_MS + 1);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);
    expect((await close()).location).toBe("/#account-closed");
    shop.stripe.pay(paymentId);
    expect(await settlePayment(shop.settlement, { paymentId })).toEqual({ state: "refunding" });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, stakes: 0 });
    await shop.drain();
    expect((await shop.paymentsOf(person))[0]?.state).toBe("refunded");
    // No one is told anything about a closed account.
    expect(context.mailer.sent.filter(({ to }) => to.endsWith(".invalid"))).toEqual([]);
  });
});

it("what is still to be told when an account is closed is told when the mailer is back after a day, to the mailbox before a change too, and then forgotten", async () => {
  const { context } = shop;
  context.mailer.fail = "unavailable";
  const thief = `closer-${Date.now()}@example.com`;
  await context.db.run(sql`UPDATE users SET email = ${thief}, contact_changed_at_ms = ${context.nowMs()}
    WHERE id = ${person.userId}`);
  expect((await close()).location).toBe("/#account-closed");
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
  const left = sql`SELECT 1 FROM notice_recipients WHERE user_id = ${person.userId}`;
  expect(await context.db.all(left)).toEqual([]);
});
