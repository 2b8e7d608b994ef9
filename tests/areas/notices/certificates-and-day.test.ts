import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { summaryDay, tellDay } from "~/areas/notices/operations-notices";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { creditWallet } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";
import { requestBalance } from "../../support/withdrawals";

const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const DAY_MS = 86_400_000;

let person: Person;
beforeEach(async () => {
  context.clock.nowMs = Date.now() + 1000;
  await relay();
  person = await signIn(context);
  mailer.sent.length = 0;
});
const relay = () => relayOutbox(shop.settlement, { most: 1_000 });

describe("a certificate that is made", () => {
  it("is told once, with cask, stake and the code that anyone can check", async () => {
    const caskId = await putCask(context, { name: "Old Butt", totalStakes: 50 });
    await shop.buy(person, { cask: caskId });
    const [payment] = await shop.paymentsOf(person);
    shop.stripe.pay(payment?.id ?? "");
    context.clock.advance(3 * 60_000);
    await relay();
    const emails = mailer.to(person.email).filter(({ subject }) => subject === "Your certificate is ready: Old Butt");
    expect(emails).toHaveLength(1);
    const [row] = await db.all<{ code: string }>(
      sql`SELECT code FROM certificates JOIN stakes ON stakes.id = certificates.stake_id WHERE stakes.user_id = ${person.userId}`,
    );
    expect(emails[0]?.text).toContain("Stake: 1 of 50");
    expect(emails[0]?.text.replaceAll("-", "")).toContain(row?.code);
  });
});

describe("the operators' day", () => {
  it("counts what waits, names no person and no amount, and is not sent to former operators", async () => {
    const [operator, former] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
    await creditWallet(context, person, 13_910);
    const { withdrawalId } = await requestBalance(context, { userId: person.userId, amountCents: 13_910 });
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${context.nowMs() - DAY_MS} WHERE id = ${withdrawalId}`);
    await tellDay(context);
    await db.run(sql`UPDATE users SET role = 'investor' WHERE id = ${former.userId}`);
    await relay();
    const [mail, ...more] = mailer.to(operator.email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Withdrawals to pay: [1-9]\d*\n/);
    expect(mail?.text).toMatch(/Withdrawals later than promised: [1-9]\d*\n/);
    expect(mail?.text).toContain("/operator");
    expect(mail?.text).not.toMatch(/139|\$/);
    expect(mail?.text).not.toContain(person.email);
    expect(mailer.to(former.email)).toEqual([]);
  });

  it("is left to the next if it could not be sent in its day", async () => {
    const operator = await signIn(context, { operator: true });
    await tellDay(context);
    const day = summaryDay(context.nowMs());
    context.clock.advance(DAY_MS);
    expect(summaryDay(context.nowMs())).toBe(day + 1);
    await relay();
    expect(mailer.to(operator.email)).toEqual([]);
    await tellDay(context);
    await relay();
    expect(mailer.to(operator.email).map(({ subject }) => subject)).toHaveLength(1);
  });
});
