import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { closeWaitingAccounts } from "~/areas/accounts/closing/erase-account";
import { runOutboxRow } from "../../../../workers/settlement/outbox";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import * as closeAccount from "~/routes/close-account/route";
import * as settings from "~/routes/settings/route";
import { open, post } from "../../../routes/settings/ask";
import { balanceOf, creditWallet, giveStake } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop, type Shop } from "../../../support/shop";
import { payWithdrawal, requestBalance } from "../../../support/withdrawals";

let shop: Shop;
let person: Person;
beforeEach(async () => {
  shop = openShop();
  person = await signIn(shop.context);
});

const PATH = "/close-account";
const close = (fields: Record<string, string> = {}, who = person) =>
  post(shop.context, closeAccount, PATH, who.cookie, { understood: "yes", ...fields });
const page = (who = person) => open(shop.context, closeAccount, PATH, who.cookie);
const isClosed = async (who = person) =>
  (await shop.context.db.all(sql`SELECT 1 FROM users WHERE id = ${who.userId} AND closed_at_ms IS NOT NULL`)).length ===
  1;
const DAY_MS = 86_400_000;

describe("closing an account that holds nothing", () => {
  it("happens at once, in one batch, and is told by email one last time", async () => {
    const closed = await close();
    expect([closed.response.status, closed.location]).toEqual([303, "/#account-closed"]);
    expect(closed.cookies).toEqual(["session=", "login=", expect.stringMatching(/^ended=./)]);
    expect(closed.trips.count).toBeLessThanOrEqual(2);
    expect(await isClosed()).toBe(true);
    expect((await open(shop.context, settings, "/settings", person.cookie)).location).toBe("/#session-expired");
    await shop.drain();
    expect(shop.context.mailer.to(person.email).map(({ subject }) => subject)).toEqual(["Your account is closed"]);
    const told = await shop.context.db.all(
      sql`SELECT action, actor FROM audit_log WHERE subject = ${`user:${person.userId}`} ORDER BY action`,
    );
    const actor = `user:${person.userId}`;
    expect(told).toEqual([
      { action: "account-closed", actor },
      { action: "closing-asked", actor },
    ]);
  });

  it("leaves no login that it began for another address, and all of other people", async () => {
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
    expect((await close({}, operator)).location).toBe(PATH);
    expect((await page(operator)).data).toMatchObject({ isOperator: true });
    shop.context.clock.advance(30 * 60_000);
    expect((await page()).location).toBe("/confirm-code?next=close-account");
    const opened = await post(shop.context, closeAccount, PATH, person.cookie, {});
    expect([opened.response.status, opened.page?.data]).toMatchObject([400, { isOperator: false }]);
    shop.context.clock.advance(30 * 60_000);
    expect((await close()).location).toBe("/confirm-code?next=close-account");
    expect((await page()).location).toBe("/confirm-code?next=close-account");
    expect((await post(shop.context, closeAccount, PATH, "", { understood: "yes" })).location).toBe("/");
    expect([await isClosed(), await isClosed(operator)]).toEqual([false, false]);
    expect(
      await shop.context.db.all(
        sql`SELECT 1 FROM account_closings WHERE user_id IN (${person.userId}, ${operator.userId})`,
      ),
    ).toEqual([]);
  });

  it("leaves the address free for a new account, which has nothing of the old one", async () => {
    await close();
    await shop.context.db.run(sql`INSERT INTO users (id, email, referral_code, created_at_ms)
      VALUES (${`${person.userId}x`}, ${person.email}, 'NEWCODE1', 1)`);
    expect(await shop.context.db.all(sql`SELECT id FROM users WHERE email = ${person.email}`)).toHaveLength(1);
  });
});

describe("stakes and a balance", () => {
  it("are held and paid out unless given up: the account closes by itself when nothing is left", async () => {
    const { context } = shop;
    const { stakeId } = await giveStake(context, person, await putCask(context));
    await creditWallet(context, person, 500);
    expect((await close()).location).toBe(PATH);
    expect((await page()).data).toMatchObject({
      left: { stakes: 1, walletCents: 500, asked: { giveUpStakes: false, giveUpBalance: false } },
    });
    await closeWaitingAccounts(context);
    await context.db.run(sql`UPDATE stakes SET state = 'ended' WHERE id = ${stakeId}`);
    const operator = await signIn(context, { operator: true });
    const asked = await requestBalance(context, { userId: person.userId, amountCents: 500 });
    await closeWaitingAccounts(context);
    expect(await isClosed()).toBe(false);
    await payWithdrawal(context, {
      withdrawalId: asked.withdrawalId,
      userId: person.userId,
      operatorId: operator.userId,
    });
    // Nothing is left but tokens, which are not given up before the week is over.
    context.clock.advance(DAY_MS);
    expect(await closeWaitingAccounts(context)).toBe(0);
    context.clock.advance(6 * DAY_MS);
    expect(await closeWaitingAccounts(context)).toBe(1);
    expect(await isClosed()).toBe(true);
    await shop.drain();
    expect(context.mailer.to(person.email).at(-1)?.subject).toBe("Your account is closed");
    const [withdrawal] = await context.db.all(sql`SELECT * FROM withdrawals WHERE id = ${asked.withdrawalId}`);
    expect(withdrawal).toMatchObject({
      amount_cents: 500,
      bank_reference: "UTR-1",
      holder_name: "",
      account_last4: "",
    });
    expect(await context.db.all(sql`SELECT state FROM certificates WHERE stake_id = ${stakeId}`)).toEqual([
      { state: "issued" },
    ]);
    expect(await closeWaitingAccounts(context)).toBe(0);
    await expectInvariants(context.db);
  });

  it("given up, end after the wait: stakes are void, money is the house's, and the books are right", async () => {
    const { context } = shop;
    const caskId = await putCask(context);
    const { stakeId, certificateId } = await giveStake(context, person, caskId);
    await env.CERTIFICATES.put(certificateId, "%PDF with a name");
    await creditWallet(context, person, 700);
    expect((await close({ stakes: "give-up", balance: "give-up" })).location).toBe(PATH);
    context.clock.advance(7 * DAY_MS);
    expect(await closeWaitingAccounts(context)).toBe(1);
    expect(await context.db.all(sql`SELECT state FROM stakes WHERE id = ${stakeId}`)).toEqual([{ state: "ended" }]);
    expect(await context.db.all(sql`SELECT state FROM certificates WHERE id = ${certificateId}`)).toEqual([
      { state: "void" },
    ]);
    expect(await balanceOf(context, `user:${person.userId}:wallet`)).toBe(0);
    expect(await balanceOf(context, "house:given-up")).toBe(700);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 1 });
    await expectInvariants(context.db);
    expect(await runOutboxRow(shop.settlement, `erase-certificates:${person.userId}`)).toBe("done");
    expect(await env.CERTIFICATES.get(certificateId)).toBeNull();
  });

  it.each([
    [{ stakes: "give-up" }, "the balance"],
    [{ balance: "give-up" }, "the stakes"],
  ])("with %o nothing happens before %s are gone: all of it at once, or none", async (choices, _left) => {
    const { context } = shop;
    await giveStake(context, person, await putCask(context));
    await creditWallet(context, person, 700);
    expect((await close({ ...choices })).location).toBe(PATH);
    expect(await balanceOf(context, `user:${person.userId}:wallet`)).toBe(700);
    expect(await context.db.all(sql`SELECT state FROM stakes WHERE user_id = ${person.userId}`)).toEqual([
      { state: "active" },
    ]);
  });
});

describe("a payment", () => {
  it("that is open or could still be paid is waited for", async () => {
    const { context } = shop;
    await shop.buy(person, { cask: await putCask(context) });
    expect((await close({ stakes: "give-up" })).location).toBe(PATH);
    await context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${person.userId}`);
    await closeWaitingAccounts(context);
    expect(await isClosed()).toBe(false);
    context.clock.advance(DAY_MS + 1);
    await closeWaitingAccounts(context);
    expect(await isClosed()).toBe(true);
  });

  it("that comes all the same is given back", async () => {
    const { context } = shop;
    const caskId = await putCask(context);
    await shop.buy(person, { cask: caskId });
    const [payment] = await shop.paymentsOf(person);
    await context.db.run(sql`UPDATE payments SET state = 'cancelled' WHERE user_id = ${person.userId}`);
    context.clock.advance(DAY_MS + 1);
    await context.db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs()} WHERE user_id = ${person.userId}`);
    expect((await close()).location).toBe("/#account-closed");
    shop.stripe.pay(payment?.id ?? "");
    expect(await settlePayment(shop.settlement, { paymentId: payment?.id ?? "" })).toEqual({ state: "refunding" });
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0, stakes: 0 });
    await shop.drain();
    expect((await shop.paymentsOf(person))[0]?.state).toBe("refunded");
    // No one is told anything about a closed account.
    expect(context.mailer.sent.filter(({ to }) => to.endsWith(".invalid"))).toEqual([]);
    await expectInvariants(context.db);
  });
});
