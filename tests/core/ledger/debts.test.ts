import { sql } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { restorePayment } from "~/areas/buying/settlement/restore-payment";
import { reversePayment } from "~/areas/buying/settlement/settle-reversal";
import { makeRun } from "~/areas/payouts/payout-run";
import { setOffDebts } from "~/core/ledger/debts";
import { payments } from "~/db/schema/payments";
import { asOperator } from "../../support/open-session";
import { balanceOf, creditWallet, giveRipeStake } from "../../support/holdings";
import { expectInvariants } from "../../support/invariants";
import { openRequests } from "../../support/one-request";
import { putCask } from "../../support/people";
import { askReturn, payWithdrawal, rejectWithdrawal, requestBalance } from "../../support/withdrawals";

// Who was paid out what a payment brought and then has the payment reversed owes it: nothing is paid to them, and what comes into
// the wallet pays it first.

const { context, at, ask, propose } = openRequests();
const { db, clock } = context;
const RETURN = 10_400;

const pay = (withdrawalId: string, userId = at.person.userId) =>
  payWithdrawal(context, { withdrawalId, userId, operatorId: at.operator.userId, nowMs: clock.nowMs });
const standing = async () => {
  const accounts = [`user:${at.person.userId}:wallet`, "house:owed-by-investors"];
  return Promise.all(accounts.map((account) => balanceOf(context, account)));
};

/** A return of $104 is paid out. @returns the payment of its stake */
async function paidReturn(months = 25): Promise<string> {
  const { paymentId } = await giveRipeStake(context, at.person, await putCask(context), months);
  expect(await pay(await askReturn(context, at.person.userId))).toEqual({ ok: true });
  await db.run(sql`UPDATE payments SET provider_payment_id = 'pi_' || id WHERE id = ${paymentId}`);
  return paymentId;
}
const reverse = (paymentId: string, refundedCents: number | null) =>
  reversePayment(context, { eventId: "evt", providerPaymentId: `pi_${paymentId}`, refundedCents });

async function debtor(refundedCents: number | null) {
  const owed = await balanceOf(context, "house:owed-by-investors");
  const paymentId = await paidReturn();
  await reverse(paymentId, refundedCents);
  return { owed, paymentId };
}

afterEach(() => expectInvariants(db));

it("blocks a debtor's payouts in every way of paying them, and requests for the wallet", async () => {
  await debtor(10 ** 9);
  expect(await pay(at.id)).toEqual({ ok: false, code: "owes" });
  expect(await propose()).toBe(false);
  const runId = context.newId("run");
  await asOperator(context, at.operator.userId, (operator) => makeRun(db, { runId, operator }));
  const sent = await db.all(sql`SELECT id FROM withdrawals WHERE state = 'sending' AND user_id = ${at.person.userId}`);
  expect(sent).toEqual([]);
  const directly = db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = 'UTR-9' WHERE id = ${at.id}`);
  await expect(directly).rejects.toThrow();
  await rejectWithdrawal(context, { withdrawalId: at.id, userId: at.person.userId, operatorId: at.operator.userId });
  const asked = await requestBalance(context, { userId: at.person.userId, amountCents: 1_000 });
  expect(asked.outcome).not.toBe("requested");
  await setOffDebts(context);
  expect((await standing())[0]).toBe(0);
  expect(await pay(at.other, at.neighbour.userId)).not.toMatchObject({ code: "owes" });
});

it("takes what comes into a debtor's wallet first, to the cent, and then blocks nothing", async () => {
  const { owed } = await debtor(10 ** 9);
  expect(await standing()).toEqual([0, owed - RETURN]);
  await creditWallet(context, at.person, 4_000);
  await creditWallet(context, at.neighbour, 4_000);
  await setOffDebts(context);
  expect(await standing()).toEqual([0, owed - 6_400]);
  expect(await balanceOf(context, `user:${at.neighbour.userId}:wallet`)).toBe(4_000);
  await creditWallet(context, at.person, 6_500);
  clock.advance(1);
  await setOffDebts(context);
  clock.advance(1);
  await setOffDebts(context);
  expect(await standing()).toEqual([100, owed]);
  expect(await pay(at.id)).toEqual({ ok: true });
});

it("takes the older of two debts first", async () => {
  const [younger, older] = [await paidReturn(25), await paidReturn(30)];
  for (const paymentId of [younger, older]) await reverse(paymentId, 10 ** 9);
  await creditWallet(context, at.person, 4_000);
  await setOffDebts(context);
  const taken = sql`SELECT refers_to AS about, amount FROM transfers
    WHERE reason = 'debt-set-off' AND debit_account_id = ${`user:${at.person.userId}:wallet`}`;
  expect(await db.all(taken)).toEqual([{ about: `payment:${older}`, amount: 4_000 }]);
});

it("claims no debt while a dispute is open, and gives it back whole if a lost one is won after all", async () => {
  const { owed, paymentId } = await debtor(null);
  await creditWallet(context, at.person, 4_000);
  await setOffDebts(context);
  expect(await standing()).toEqual([4_000, owed - RETURN]);
  expect(await pay(at.id)).toEqual({ ok: false, code: "disputed" });
  await db.run(sql`UPDATE payments SET reason = 'dispute-lost' WHERE id = ${paymentId}`);
  await setOffDebts(context);
  expect(await standing()).toEqual([0, owed - 6_400]);
  const [payment] = await db
    .select()
    .from(payments)
    .where(sql`id = ${paymentId}`);
  await restorePayment(context, payment ?? expect.fail());
  expect(await standing()).toEqual([4_000, owed]);
  expect(await pay(at.id)).toEqual({ ok: true });
  await ask(at.person, 1);
});
