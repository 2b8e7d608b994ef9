import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestContext } from "../../../support/context";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { canPlanBalance, planReturn, requestBalance, requestReturn } from "../../../support/withdrawals";
import { withdrawalsOf } from "../../../support/wallet";
import { balanceOf, creditWallet, giveRipeStake, moneyRows } from "../../../support/holdings";
import { readWithdrawalBank, readWithdrawalRequest } from "~/areas/payouts/withdrawals/plan-withdrawal";

const context = createTestContext();
const { db } = context;

let person: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  await creditWallet(context, person, 8_000);
});

const wallet = () => balanceOf(context, `user:${person.userId}:wallet`);
const send = (more: Partial<Parameters<typeof requestBalance>[1]> = {}) =>
  requestBalance(context, { userId: person.userId, amountCents: 8_000, ...more });

afterEach(() => expectInvariants(db));

describe("withdrawing the wallet's balance", () => {
  it("holds all of it at once, and the same request again adds nothing", async () => {
    const held = await balanceOf(context, "house:withdrawals");
    const { outcome, withdrawalId } = await send();
    expect(outcome).toBe("requested");
    expect(await wallet()).toBe(0);
    expect(await balanceOf(context, "house:withdrawals")).toBe(held + 8_000);
    expect(await withdrawalsOf(context, person)).toMatchObject([
      { stake_id: null, cycle_number: null, interest_basis_points: null, amount_cents: 8_000, state: "progress" },
    ]);
    const once = await moneyRows(context);
    expect((await send({ withdrawalId })).outcome).toBe("requested");
    expect((await send()).outcome).toBe("in-progress");
    expect(await moneyRows(context)).toEqual(once);
  });

  it("takes nothing when the balance is more or less than was shown", async () => {
    await creditWallet(context, person, 500);
    const before = await moneyRows(context);
    expect(await send()).toMatchObject({ outcome: "amount-changed", balanceCents: 8_500 });
    expect(await send({ amountCents: 9_000 })).toMatchObject({ outcome: "amount-changed", balanceCents: 8_500 });
    expect(await moneyRows(context)).toEqual(before);
    expect((await send({ amountCents: 8_500 })).outcome).toBe("requested");
  });

  it("takes nothing without a session or activation, nor from an empty wallet or another's", async () => {
    const other = await signIn(context);
    expect([await canPlanBalance(context, person.userId), await canPlanBalance(context, other.userId)]).toEqual([
      true,
      false,
    ]);
    const before = await moneyRows(context);
    expect(await send({ live: sql`0` })).toMatchObject({ outcome: "refused", standing: null });
    expect(await send({ userId: other.userId })).toMatchObject({ outcome: "amount-changed", balanceCents: 0 });
    expect((await send({ userId: other.userId, amountCents: 0 })).outcome).toBe("refused");
    await db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${person.userId}`);
    expect((await send()).outcome).toBe("refused");
    expect(await moneyRows(context)).toEqual(before);
  });

  it("is not held up by a return that is on its way", async () => {
    await giveRipeStake(context, person, await putCask(context));
    const plan = (await planReturn(context, person.userId)) ?? expect.fail();
    expect(await requestReturn(context, { userId: person.userId, plan })).toBe("requested");
    expect(await send()).toMatchObject({ outcome: "requested", standing: { state: "progress" } });
  });
});

// What a form asks for, and the account that it names, at the bounds of each field.

it.each([
  ["s", "1", true],
  ["s".repeat(60), "1000", true],
  ["", "1", false],
  ["s".repeat(61), "1", false],
  ["s", "0", false],
  ["s", "1001", false],
  ["s", "1.5", false],
])("a form about a return names stake '%s' and cycle %s: %s", (stakeId, typed, isOne) => {
  const cycle = isOne ? { stakeId, cycleNumber: Number(typed) } : null;
  const { subject } = readWithdrawalRequest({ stake_id: stakeId, cycle_number: typed });
  expect(subject).toEqual({ of: "cycle", cycle });
});

it.each([
  ["1", 1],
  ["0", null],
  ["-1", null],
  ["all", null],
])("a form about the balance that shows '%s' expects %s cents", (shown_cents, expectCents) =>
  expect(readWithdrawalRequest({ of: "balance", shown_cents })).toEqual({ subject: { of: "balance" }, expectCents }),
);

it("the account that is paid to may have names of one letter", () => {
  const bank = { holder_name: "A", bank_name: "B", ifsc_code: "C", account_number: "1" };
  expect(readWithdrawalBank(bank)).toEqual({ ok: true, bank });
});
