import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runWork } from "~/db/work";
import { createTestContext } from "../../support/context";
import { creditWallet } from "../../support/holdings";
import { signIn, type Person } from "../../support/people";
import { summaryDay, notifyDay } from "~/areas/notices/operations-notices";
import { relayOutbox } from "../../../workers/settlement/outbox";
import { openShop } from "../../support/shop";
import { requestBalance, rejectWithdrawal } from "../../support/withdrawals";
import { MOST_COUNTED, readWaiting } from "~/areas/notices/waiting/what-waits";
import { HOLD_MS } from "~/areas/holdings/payout-rules";

it("counts withdrawals that can be paid now, are held or are with the bank, and stops at 20", async () => {
  const context = createTestContext();
  const { db } = context;
  const operator = await signIn(context, { operator: true });
  const counted = async () => {
    const { withdrawals, held, sending } = await runWork(db, readWaiting(db, context.nowMs()));
    return { withdrawals: withdrawals.count, held: held.count, sending: sending.count };
  };
  const ask = async () => {
    const person = await signIn(context);
    await creditWallet(context, person, 5_000);
    return { ...person, ...(await requestBalance(context, { userId: person.userId, amountCents: 5_000 })) };
  };
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  for (let one = 0; one < 5; one++) asked.push(await ask());
  expect(await counted()).toEqual({ withdrawals: 0, held: 5, sending: 0 });
  context.clock.advance(HOLD_MS);
  await ask();
  expect(await counted()).toEqual({ withdrawals: 5, held: 1, sending: 0 });
  const [first, second] = asked;
  if (!first || !second) throw new Error("five asked");
  await db.batch([
    db.run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
      VALUES (${second.withdrawalId}, ${operator.userId}, 'r', 1)`),
    db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = ${second.withdrawalId}`),
  ]);
  const { userId: operatorId } = await signIn(context, { operator: true });
  expect(await rejectWithdrawal(context, { ...first, operatorId })).toMatchObject({ ok: true });
  expect(await counted()).toEqual({ withdrawals: 3, held: 1, sending: 1 });
  await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${context.nowMs()}
    WHERE payable_from_ms > ${context.nowMs()}`);
  expect(await counted()).toEqual({ withdrawals: 4, held: 0, sending: 1 });
  await db.run(sql`UPDATE users SET suspended_at_ms = 1
    WHERE id = (SELECT user_id FROM withdrawals WHERE state = 'progress')`);
  expect(await counted()).toEqual({ withdrawals: 3, held: 0, sending: 1 });
  for (let one = 0; one < MOST_COUNTED + 1; one++) await ask();
  expect(await counted()).toEqual({ withdrawals: 3, held: MOST_COUNTED, sending: 1 });
});

describe("the operators' day", () => {
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

  it("counts what waits, names no person and no amount, and is not sent to former operators", async () => {
    const [operator, former] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
    await creditWallet(context, person, 13_910);
    const { withdrawalId } = await requestBalance(context, { userId: person.userId, amountCents: 13_910 });
    await db.run(sql`UPDATE withdrawals SET payable_from_ms = ${context.nowMs() - DAY_MS} WHERE id = ${withdrawalId}`);
    await notifyDay(context);
    await db.run(sql`UPDATE users SET role = 'investor' WHERE id = ${former.userId}`);
    await relay();
    const [mail, ...more] = mailer.to(operator.email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Withdrawals to pay: [1-9]\d*\n/);
    expect(mail?.text).toContain("/operator");
    expect(mail?.text).not.toMatch(/139|\$/);
    expect(mail?.text).not.toContain(person.email);
    expect(mailer.to(former.email)).toEqual([]);
  });

  it("is left to the next email if it could not be sent on its day", async () => {
    const operator = await signIn(context, { operator: true });
    await notifyDay(context);
    const day = summaryDay(context.nowMs());
    context.clock.advance(DAY_MS);
    expect(summaryDay(context.nowMs())).toBe(day + 1);
    await relay();
    expect(mailer.to(operator.email)).toEqual([]);
    await notifyDay(context);
    await relay();
    expect(mailer.to(operator.email).map(({ subject }) => subject)).toHaveLength(1);
  });
});
