import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearWithdrawal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import { asOperator } from "../../../support/open-session";
import { createTestContext } from "../../../support/context";
import { balanceOf, creditWallet, giveRipeStake, giveStake, moneyRows } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { setSetting, withoutRule } from "../../../support/settings";
import { openWallet, postWithdrawal, toastOf, withdrawalsOf } from "../../../support/wallet";
import { payWithdrawal, rejectWithdrawal, requestBalance } from "../../../support/withdrawals";

const context = createTestContext();
const { db } = context;
const DAY_MS = 86_400_000;

let person: Person;
let operator: Person;
/** Who clears and checks does not pay. */
let second: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  const staff = { operator: true };
  [person, operator, second] = [await signIn(context), await signIn(context, staff), await signIn(context, staff)];
});

const setting = (key: string, value: number) => setSetting(db, key, value);
let kept: { key: string; value: number }[] = [];
beforeAll(async () => void (kept = await db.all(sql`SELECT key, value FROM settings`)));
afterEach(async () => {
  for (const { key, value } of kept) await setting(key, value);
});

async function ask(amountCents = 1_000, marks: readonly [string, ...string[]] = [`mark of ${person.userId}`]) {
  await creditWallet(context, person, amountCents);
  const all = await balanceOf(context, `user:${person.userId}:wallet`);
  return requestBalance(context, { userId: person.userId, amountCents: all, marks });
}
/** All that the wallet's page is made from. */
const walletNotes = async () => JSON.stringify((await openWallet(context, person)).data);
const decision = (withdrawalId: string) => ({ withdrawalId, userId: person.userId, operatorId: operator.userId });
const reject = (withdrawalId: string) => rejectWithdrawal(context, decision(withdrawalId));
const pay = (withdrawalId: string) => payWithdrawal(context, decision(withdrawalId));

afterEach(() => expectInvariants(db));

it("how often a person may ask is limited within a day, whatever became of the requests", async () => {
  await setting("withdrawal_requests_per_day", 2);
  for (let i = 0; i < 2; i++) {
    const { outcome, withdrawalId } = await ask();
    expect(outcome).toBe("requested");
    await reject(withdrawalId);
  }
  const before = await moneyRows(context);
  expect((await ask(1)).outcome).toBe("too-many");
  expect((await moneyRows(context))[0]).toEqual(before[0]);
  context.clock.advance(DAY_MS);
  expect((await ask()).outcome).toBe("requested");
});

describe("a request over a limit waits for an operator", () => {
  const overOf = async (withdrawalId: string) =>
    (await db.all<{ over_limit: string | null }>(sql`SELECT over_limit FROM withdrawals WHERE id = ${withdrawalId}`))[0]
      ?.over_limit;
  const clear = (withdrawalId: string, { operatorId = second.userId } = {}) =>
    asOperator(context, operatorId, (operator) => clearWithdrawal(db, { withdrawalId, operator }));
  /** The one before counts while it stands, and not once it is this many days old. */
  const another = async (before: "paid" | "rejected", days: number, cents = 1_000) => {
    const { withdrawalId } = await ask();
    await (before === "paid" ? pay(withdrawalId) : reject(withdrawalId));
    context.clock.advance(days * DAY_MS);
    return overOf((await ask(cents)).withdrawalId);
  };

  it.each([
    ["payouts_per_day", 1, 1, 1_000],
    ["payouts_per_month", 1, 30, 1_000],
    ["payout_cents_per_day", 2_000, 1, 1_001],
    ["payout_cents_per_month", 2_000, 30, 1_001],
  ])("%s", async (key, limit, days, cents) => {
    await setting(key, limit);
    expect(await another("paid", 0, cents)).toBe(key);
    person = await signIn(context);
    expect(await another("rejected", 0)).toBeNull();
    person = await signIn(context);
    expect(await another("paid", days, cents)).toBeNull();
  });

  it.each([
    ["payouts_per_day", 1, "progress"],
    ["payouts_per_day", 1, "sending"],
    ["payout_cents_per_month", 1_999, "progress"],
    ["payout_cents_per_month", 1_999, "sending"],
  ])("%s (%i), over the account as well as over the person, by a request that is %s", async (key, limit, state) => {
    const account = [`${key} account ${state}`] as const;
    await setting(key, limit);
    const { withdrawalId } = await ask(1_000, account);
    expect(await overOf(withdrawalId)).toBeNull();
    if (state === "sending") {
      await db.run(sql`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
        VALUES (${withdrawalId}, ${operator.userId}, 'r', 1)`);
      await db.run(sql`UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = ${withdrawalId}`);
    }
    person = await signIn(context);
    expect(await overOf((await ask(1_000, account)).withdrawalId)).toBe(key);
    person = await signIn(context);
    expect(await overOf((await ask()).withdrawalId)).toBeNull();
  });

  it.each(["payout_cents_per_day", "payout_cents_per_month"])("%s, even for the very first one", async (key) => {
    await setting(key, 1_000);
    expect(await overOf((await ask(1_001)).withdrawalId)).toBe(key);
    person = await signIn(context);
    expect(await overOf((await ask(1_000)).withdrawalId)).toBeNull();
  });

  it("payout_accounts_per_month, whatever became of the others; the ones named before count once", async () => {
    await setting("payout_accounts_per_month", 2);
    for (const mark of ["a", "b", "a"]) await reject((await ask(1_000, [mark])).withdrawalId);
    const third = await ask(1_000, ["c"]);
    expect(await overOf(third.withdrawalId)).toBe("payout_accounts_per_month");
    await reject(third.withdrawalId);
    person = await signIn(context);
    for (const mark of ["a", "b", "a"]) await reject((await ask(1_000, [mark])).withdrawalId);
    const known = await ask(1_000, ["b"]);
    expect(await overOf(known.withdrawalId)).toBeNull();
    await reject(known.withdrawalId);
    context.clock.advance(30 * DAY_MS);
    expect(await overOf((await ask(1_000, ["c"])).withdrawalId)).toBeNull();
  });

  it("where the limit is missing", async () => {
    await withoutRule(db, "settings_are_kept", sql`DELETE FROM settings WHERE key = 'payouts_per_month'`);
    expect(await overOf((await ask()).withdrawalId)).toBe("payouts_per_month");
    await db.run(sql`INSERT INTO settings (key, value, updated_at_ms) VALUES ('payouts_per_month', 50, 0)`);
  });

  it("is paid once an operator has cleared it", async () => {
    await setting("payouts_per_day", 0);
    const { withdrawalId } = await ask();
    const needed = { ok: false, code: "review-needed" };
    expect(await pay(withdrawalId)).toEqual(needed);
    await db.run(sql`UPDATE users SET role = 'operator' WHERE id = ${person.userId}`);
    expect(await clear(withdrawalId, { operatorId: person.userId })).toBe(false);
    expect(await pay(withdrawalId)).toEqual(needed);
    expect([await clear(withdrawalId), await clear(withdrawalId)]).toEqual([true, true]);
    const told = sql`SELECT actor, detail FROM audit_log WHERE action = 'withdrawal-cleared' AND subject = ${`withdrawal:${withdrawalId}`}`;
    expect(await db.all(told)).toEqual([{ actor: `operator:${second.userId}`, detail: "payouts_per_day" }]);
    expect(await pay(withdrawalId)).toEqual({ ok: true });
  });

  it("is announced at once and in the wallet", async () => {
    await setting("payouts_per_day", 0);
    await giveRipeStake(context, person, await putCask(context));
    const asked = (await postWithdrawal(context, person)).response;
    expect(toastOf(asked)).toBe("withdrawal-checked");
    expect(toastOf((await postWithdrawal(context, person)).response)).toBe("withdrawal-checked");
    expect(await walletNotes()).toContain("because it is over a limit");
    const [row] = await withdrawalsOf(context, person);
    await clear(String(row?.id));
    expect(await walletNotes()).not.toContain("because it is over a limit");
  });
});

const flagFor = async (fullName: string | null) => {
  await db.run(sql`UPDATE users SET full_name = ${fullName} WHERE id = ${person.userId}`);
  await giveRipeStake(context, person, await putCask(context));
  await postWithdrawal(context, person);
  return (await withdrawalsOf(context, person))[0]?.holder_differs;
};

it.each([
  ["RAO Asha", 0],
  ["Meera Vaidyan", 1],
  [null, null],
])("the holder's name is compared with the profile's %s", async (fullName, flag) =>
  expect(await flagFor(fullName)).toBe(flag),
);

describe("a payout", () => {
  it("is stopped while any payment of the person is disputed, even another one", async () => {
    const { withdrawalId } = await ask();
    const { paymentId, stakeId } = await giveStake(context, person, await putCask(context));
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${paymentId}`);
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
    const before = await moneyRows(context);
    expect(await pay(withdrawalId)).toEqual({ ok: false, code: "disputed" });
    expect(await moneyRows(context)).toEqual(before);
    expect(await walletNotes()).toContain("one of your payments is disputed");
    await db.run(sql`UPDATE stakes SET state = 'active' WHERE id = ${stakeId}`);
    await db.run(sql`UPDATE payments SET state = 'settled', reason = NULL WHERE id = ${paymentId}`);
    expect(await pay(withdrawalId)).toEqual({ ok: true });
  });

  const check = (outcome: "passed" | "failed", { checkId = context.newId("idc"), userId = person.userId } = {}) =>
    asOperator(context, second.userId, (operator) => recordIdentityCheck(db, { checkId, userId, outcome, operator }));

  it("is not let through by a check that the person themselves recorded", async () => {
    const { userId } = await signIn(context);
    expect(await check("passed", { userId: second.userId, checkId: "idc_own" })).toBe(false);
    expect(await db.all(sql`SELECT 1 FROM audit_log WHERE id = 'identity-check:idc_own'`)).toEqual([]);
    const once = { checkId: "idc_once" };
    expect([await check("passed", once), await check("passed", once)]).toEqual([true, true]);
    expect([await check("failed", once), await check("passed", { ...once, userId })]).toEqual([false, false]);
    const told = sql`SELECT actor, subject, detail FROM audit_log WHERE id = 'identity-check:idc_once'`;
    expect(await db.all(told)).toEqual([
      { actor: `operator:${second.userId}`, subject: `user:${person.userId}`, detail: "passed" },
    ]);
  });
});
