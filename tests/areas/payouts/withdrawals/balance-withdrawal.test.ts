import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { BOOK_RULES } from "~/core/ledger/book-rules";
import { createTestContext } from "../../../support/context";
import { freshBindings } from "../../../support/fresh-bindings";
import { expectInvariants } from "../../../support/invariants";
import { type Person, putCask, signIn } from "../../../support/people";
import { canPlanBalance, planReturn, requestBalance, requestReturn } from "../../../support/withdrawals";
import { withdrawalsOf } from "../../../support/wallet";
import { balanceOf, creditWallet, giveRipeStake, moneyRows } from "../../../support/holdings";
import { readWithdrawalBank, readWithdrawalRequest } from "~/areas/payouts/withdrawals/plan-withdrawal";

const context = createTestContext();
const { db } = context;

let person: Person;
let operator: Person;

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  [person, operator] = [await signIn(context), await signIn(context, { operator: true })];
  await creditWallet(context, person, 8_000);
});

const wallet = () => balanceOf(context, `user:${person.userId}:wallet`);
const send = (more: Partial<Parameters<typeof requestBalance>[1]> = {}) =>
  requestBalance(context, { userId: person.userId, amountCents: 8_000, ...more });

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
    await expectInvariants(db);
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
    await expectInvariants(db);
  });
});

describe("the rule of the books about withdrawals", () => {
  // These tests leave broken books behind.
  afterAll(freshBindings);

  const rule = BOOK_RULES["each withdrawal moved its amount as its kind and state say, and no other"] ?? "";

  it("finds a withdrawal whose money was not held, and one that credited a return it does not have", async () => {
    const { withdrawalId } = await send();
    expect(await db.all(sql.raw(rule))).toEqual([]);
    const row = (await withdrawalsOf(context, person))[0] ?? {};
    await creditWallet(context, operator, 8_000);
    const copied = { ...row, id: "wdr_unheld", user_id: operator.userId, stop_token: "other" };
    await env.DB.prepare(
      `INSERT INTO withdrawals VALUES (${Object.keys(copied)
        .map(() => "?")
        .join(", ")})`,
    )
      .bind(...Object.values(copied))
      .run();
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${`withdrawal:${withdrawalId}:return`}, 'house:returns', ${`user:${person.userId}:wallet`}, 8000, 'USD', 'cycle-return',
        ${`withdrawal:${withdrawalId}`}, 1)`);
    expect((await db.all<{ id: string }>(sql.raw(rule))).map(({ id }) => id).sort()).toEqual(
      [withdrawalId, "wdr_unheld"].sort(),
    );
  });
});

// What a form asks for, and the account that it names, at the bounds of each field.

describe("a form about a return", () => {
  const cycleOf = (stake_id: string, cycle_number: string) => {
    const { subject } = readWithdrawalRequest({ stake_id, cycle_number });
    return subject.of === "cycle" ? subject.cycle : expect.fail();
  };

  it.each([
    ["s", "1"],
    ["s".repeat(60), "1000"],
  ])("names stake %s and cycle %s", (stakeId, cycle) => {
    expect(cycleOf(stakeId, cycle)).toEqual({ stakeId, cycleNumber: Number(cycle) });
  });

  it.each([
    ["", "1"],
    ["s".repeat(61), "1"],
    ["s", "0"],
    ["s", "1001"],
    ["s", "1.5"],
  ])("does not name stake '%s' with cycle %s", (stakeId, cycle) => {
    expect(cycleOf(stakeId, cycle)).toBeNull();
  });
});

it.each([
  ["1", 1],
  ["0", null],
  ["-1", null],
  ["all", null],
])("a form about the balance that shows '%s' expects %s cents", (shown_cents, expectCents) => {
  expect(readWithdrawalRequest({ of: "balance", shown_cents })).toEqual({ subject: { of: "balance" }, expectCents });
});

it("the account that is paid to may have names of one letter", () => {
  const bank = { holder_name: "A", bank_name: "B", ifsc_code: "C", account_number: "1" };
  expect(readWithdrawalBank(bank)).toEqual({ ok: true, bank });
});
