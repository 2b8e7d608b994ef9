import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { balanceOf, giveRipeStake, moneyRows } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { expectInvariants } from "../../support/invariants";
import { type Person, putCask, signIn } from "../../support/people";
import { withoutPayoutLimits } from "../../support/settings";
import { rejectWithdrawal } from "../../support/withdrawals";
import { BANK, openWallet, postWithdrawal, toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();
const PORTFOLIO = "/wallet?tab=portfolio";

let person: Person;
let stakeId: string;

beforeAll(() => withoutPayoutLimits(context.db));

beforeEach(async () => {
  context.clock.nowMs = Date.now();
  person = await signIn(context);
  ({ stakeId } = await giveRipeStake(context, person, await putCask(context, { name: "Old Hogshead" })));
});

const balances = async () => [
  await balanceOf(context, `user:${person.userId}:wallet`),
  await balanceOf(context, "house:withdrawals"),
  await balanceOf(context, "house:returns"),
];

describe("withdrawing a cycle's return", () => {
  it("records the withdrawal with the server's figures, and holds the money", async () => {
    const forged = {
      amount: "99999",
      return_amount: "99999",
      interest_percent: "900",
      cycle_number: "1",
      stake_id: stakeId,
      user_id: "x",
    };
    const { response, trips } = await postWithdrawal(context, person, forged);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/wallet?tab=portfolio"]);
    expect(toastOf(response)).toBe("withdrawal-waits");
    expect(trips.count).toBe(2);
    const [row, ...more] = await withdrawalsOf(context, person);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      stake_id: stakeId,
      cycle_number: 1,
      amount_cents: 10_400,
      interest_basis_points: 2080,
      mode: "Bank",
      state: "progress",
      holder_name: "Asha Rao",
      bank_name: "State Bank of India",
      ifsc_code: "SBIN0005943",
      account_last4: "6789",
      payable_from_ms: context.nowMs() + 48 * 3_600_000,
    });
    expect(await balanceOf(context, `user:${person.userId}:wallet`)).toBe(0);
    const moved = await context.db
      .all(sql`SELECT id, debit_account_id AS debit, credit_account_id AS credit, amount, reason FROM transfers
      WHERE refers_to = ${`withdrawal:${row?.id}`} ORDER BY id`);
    expect(moved).toEqual([
      {
        id: `withdrawal:${row?.id}:hold`,
        debit: `user:${person.userId}:wallet`,
        credit: "house:withdrawals",
        amount: 10_400,
        reason: "withdrawal-hold",
      },
      {
        id: `withdrawal:${row?.id}:return`,
        debit: "house:returns",
        credit: `user:${person.userId}:wallet`,
        amount: 10_400,
        reason: "cycle-return",
      },
    ]);
    await expectInvariants(context.db);
  });

  it("is shown with its bank and last four, and can be cancelled: everything is as before", async () => {
    const before = await balances();
    await postWithdrawal(context, person);
    expect((await openWallet(context, person, PORTFOLIO)).data).toMatchObject({
      panel: {
        withdrawals: [{ state: "progress", account: { bankName: "State Bank of India", masked: "•••• 6789" } }],
      },
    });
    const [row] = await withdrawalsOf(context, person);
    const fields = { intent: "cancel-withdrawal", withdrawal: String(row?.id) };
    const cancelled = await postWithdrawal(context, person, fields, PORTFOLIO);
    expect(toastOf(cancelled.response)).toBe("withdrawal-cancelled");
    expect(await balances()).toEqual(before);
    expect((await openWallet(context, person, PORTFOLIO)).data).toMatchObject({
      panel: {
        withdraw: { state: "withdrawable", amountCents: 10_400 },
        withdrawals: [{ state: "cancelled", note: "Cancelled by you" }],
      },
    });
    await expectInvariants(context.db);
  });

  it("by a second tap changes nothing and is answered like the first; later, or to another account, it is in progress", async () => {
    const first = await postWithdrawal(context, person);
    const before = await moneyRows(context);
    const sameForm: Record<string, string> = { stake_id: stakeId, cycle_number: "1" };
    const again = async (fields: Record<string, string> = {}) => {
      const { response, trips } = await postWithdrawal(context, person, fields);
      expect(response.status).toBe(303);
      expect(trips.count).toBe(1);
      return toastOf(response);
    };
    for (const fields of [{}, sameForm]) expect(await again(fields)).toBe(toastOf(first.response));
    for (const [field, value] of Object.entries({
      account_number: "50100123450000",
      holder_name: "Somebody Else",
      bank_name: "Bank of Baroda",
      ifsc_code: "SBIN0005944",
    }))
      expect(await again({ ...sameForm, [field]: value })).toBe("withdrawal-in-progress");
    context.clock.advance(2 * 60_000);
    for (const fields of [{}, sameForm]) expect(await again(fields)).toBe("withdrawal-in-progress");
    expect(await moneyRows(context)).toEqual(before);
  });

  it("is not answered like one that was sent back a moment ago", async () => {
    await postWithdrawal(context, person);
    const operator = await signIn(context, { operator: true });
    const withdrawalId = String((await withdrawalsOf(context, person))[0]?.id);
    await rejectWithdrawal(context, { withdrawalId, userId: person.userId, operatorId: operator.userId });
    context.clock.advance(1);
    await postWithdrawal(context, person, { account_number: "50100123450000" });
    expect(toastOf((await postWithdrawal(context, person)).response)).toBe("withdrawal-in-progress");
  });
});

describe("a withdrawal form", () => {
  it("with a field missing comes back with what was typed and the dialog open, at the cost of the page", async () => {
    for (const name of Object.keys(BANK)) {
      const { response, data, page, trips } = await postWithdrawal(context, person, { [name]: "  " });
      expect(response.status).toBe(400);
      expect(data).toMatchObject({
        refused: { alert: "Please fill in all bank details.", errors: { [name]: expect.any(String) } },
      });
      expect((data as { refused: { values: object } }).refused.values).toEqual({ ...BANK, [name]: "  " });
      expect(page?.data).toMatchObject({ dialog: { dialog: "withdraw", amountCents: 10_400 } });
      expect(trips.count).toBe(1);
    }
    expect(await withdrawalsOf(context, person)).toEqual([]);
  });
});
