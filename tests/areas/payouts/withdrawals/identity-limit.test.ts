import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeRun } from "~/areas/payouts/payout-run";
import { noticeTable } from "~/areas/notices/send-notice";
import { asOperator } from "../../../support/open-session";
import { creditWallet, giveRipeStake, giveStake } from "../../../support/holdings";
import { openRequests } from "../../../support/one-request";
import { type Person, putCask, signIn } from "../../../support/people";
import { buyOffer, passHold, putOffer } from "../../../support/resale";
import { setSetting, withoutRule } from "../../../support/settings";
import { askReturn, payWithdrawal, requestBalance } from "../../../support/withdrawals";

// From which sum on a payout needs a check of identity, what counts towards it, and which check counts.

const { context, at, ask, propose, callBack } = openRequests();
const { db, clock } = context;
const OK = { ok: true };
const NEEDED = { ok: false, code: "identity-check-needed" };

const pay = (withdrawalId: string, nowMs = clock.nowMs) =>
  payWithdrawal(context, { withdrawalId, operatorId: at.operator.userId, nowMs } as Parameters<
    typeof payWithdrawal
  >[1]);
const checked = (person: Person, outcome: "passed" | "failed", atMs: number, id = context.newId("idc")) =>
  db.run(sql`INSERT INTO identity_checks (id, user_id, operator_id, outcome, checked_at_ms)
    VALUES (${id}, ${person.userId}, ${at.second.userId}, ${outcome}, ${atMs})`);

/** The email about a requested payout, as it would be sent now. */
const toldOf = async (withdrawalId: string) =>
  JSON.stringify(await noticeTable["withdrawal-requested"].tell?.(context, [withdrawalId, "1"]));

beforeEach(async () => {
  await setSetting(db, "identity_total_above_cents", 5_000);
  await setSetting(db, "identity_first_payout_above_cents", 1_000_000);
});

it("a payout needs an identity check for a cent more than the setting, not for exactly its sum", async () => {
  expect(await pay(await ask(await signIn(context), 5_000))).toEqual(OK);
  expect(await pay(await ask(await signIn(context), 5_001))).toEqual(NEEDED);
});

it("a payout needs an identity check for every payout if the setting is missing", async () => {
  await withoutRule(db, "settings_are_kept", sql`DELETE FROM settings WHERE key = 'identity_total_above_cents'`);
  expect(await pay(at.id)).toEqual(NEEDED);
  await db.run(sql`INSERT INTO settings (key, value, updated_at_ms) VALUES ('identity_total_above_cents', 5000, 0)`);
});

it("the identity limit counts what the bank has of this person's, and not what waits or what the bank has of someone else's", async () => {
  await giveRipeStake(context, at.person, await putCask(context));
  const returned = await askReturn(context, at.person.userId);
  await setSetting(db, "identity_total_above_cents", 10_400);
  await propose(at.operator, "UTR-1", at.other);
  await propose(at.operator, "UTR-2", at.id);
  expect(await pay(returned)).toEqual(NEEDED);
  await callBack();
  expect(await pay(returned)).toEqual(OK);
});

it("the identity limit counts in a payout run what the bank has of the same person already", async () => {
  const makeOne = () =>
    asOperator(context, at.operator.userId, (operator) => makeRun(db, { runId: context.newId("run"), operator }));
  const statesOf = async () =>
    (
      await db.all<{ state: string }>(sql`SELECT state FROM withdrawals
        WHERE user_id = ${at.person.userId} ORDER BY state`)
    ).map(({ state }) => state);
  await makeOne();
  for (let stake = 0; stake < 2; stake++) {
    await giveRipeStake(context, at.person, await putCask(context));
    await askReturn(context, at.person.userId);
  }
  // The bank has $10; each of the returns is $104.
  await setSetting(db, "identity_total_above_cents", 21_799);
  await makeOne();
  expect(await statesOf()).toEqual(["progress", "progress", "sending"]);
  await setSetting(db, "identity_total_above_cents", 21_800);
  await makeOne();
  expect(await statesOf()).toEqual(["sending", "sending", "sending"]);
});

it("the identity limit counts what goes or went to the same account of another person", async () => {
  const shared = async (by: Person, amountCents: number) => {
    await creditWallet(context, by, amountCents);
    const then = { ...context, nowMs: () => clock.nowMs - 3 * 86_400_000 };
    const asked = { userId: by.userId, amountCents, marks: ["one account"] } as const;
    return (await requestBalance(then, asked)).withdrawalId;
  };
  const [one, other] = [await shared(await signIn(context), 3_000), await shared(await signIn(context), 2_001)];
  expect(await pay(one)).toEqual(OK);
  expect(await pay(other)).toEqual(NEEDED);
  await setSetting(db, "identity_total_above_cents", 5_001);
  expect(await pay(other)).toEqual(OK);
});

it("the identity limit counts the request itself once, even if the bank has it", async () => {
  await setSetting(db, "identity_total_above_cents", 1_000);
  await propose();
  expect(await pay(at.id)).toEqual(OK);
});

it("the identity limit takes the person's latest identity check, and of two at one moment the one entered last", async () => {
  const large = await ask(await signIn(context), 5_001);
  const [row] = await db.all<{ userId: string }>(sql`SELECT user_id AS userId FROM withdrawals WHERE id = ${large}`);
  const person = { ...at.person, userId: row?.userId ?? "" };
  await checked(at.neighbour, "passed", 9);
  expect(await pay(large)).toEqual(NEEDED);
  await checked(person, "passed", 1, "idc_c");
  await checked(person, "failed", 2, "idc_a");
  expect(await pay(large)).toEqual(NEEDED);
  await checked(person, "passed", 2, "idc_b");
  expect(await pay(large)).toEqual(OK);
});

it("a payout needs an identity check for a first payout above its limit, counting what leaves with it", async () => {
  await setSetting(db, "identity_total_above_cents", 1_000_000);
  await setSetting(db, "identity_first_payout_above_cents", 2_000);
  const person = await signIn(context);
  const [exactly, above] = [await ask(person, 2_000), await ask(await signIn(context), 2_001)];
  expect(await pay(above)).toEqual(NEEDED);
  expect(await propose(at.operator, "UTR-3", above)).toBe(false);
  expect(await pay(exactly)).toEqual(OK);
  expect(await pay(await ask(person, 2_001))).toEqual(OK);
});

it("a payout needs an identity check once all payouts come to a cent more than their limit", async () => {
  const person = await signIn(context);
  expect(await pay(await ask(person, 3_000))).toEqual(OK);
  clock.advance(400 * 86_400_000);
  const [rest] = [await ask(person, 2_000)];
  expect(await pay(rest)).toEqual(OK);
  expect(await toldOf(rest)).not.toContain("who you are");
  const more = await ask(person, 1);
  expect(await pay(more)).toEqual(NEEDED);
  expect(await toldOf(more)).toContain("before we have confirmed who you are");
  await checked(person, "passed", 1);
  expect(await toldOf(more)).not.toContain("who you are");
  expect(await pay(more)).toEqual(OK);
});

it("a payout needs an identity check of a seller for any sum, and a new one if another person uses the account", async () => {
  await setSetting(db, "identity_total_above_cents", 1_000_000);
  const [seller, other] = [await signIn(context), await signIn(context)];
  const { stakeId } = await giveStake(context, seller, await putCask(context));
  await buyOffer(context, await putOffer(context, stakeId, 45_000), at.person, "Crypto");
  expect(await pay(await ask(seller, 1))).toEqual(OK);
  await passHold(context, 2);
  const threeDaysAgo = { ...context, nowMs: () => clock.nowMs - 3 * 86_400_000 };
  const sold = await requestBalance(threeDaysAgo, { userId: seller.userId, amountCents: 45_000 - 675 });
  expect(await pay(sold.withdrawalId)).toEqual(NEEDED);
  await checked(seller, "passed", clock.nowMs);
  expect(await pay(sold.withdrawalId)).toEqual(OK);
  await creditWallet(context, other, 1);
  const marks = [`mark of ${seller.userId}`] as const;
  await requestBalance(context, { userId: other.userId, amountCents: 1, marks });
  clock.advance(4 * 86_400_000);
  const shared = await ask(seller, 1);
  expect(await pay(shared)).toEqual({ ok: false, code: "identity-differs" });
  await checked(seller, "passed", clock.nowMs);
  expect(await pay(shared)).toEqual(OK);
});
