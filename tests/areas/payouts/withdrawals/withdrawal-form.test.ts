import { describe, expect, it } from "vitest";
import { readWithdrawalBank, readWithdrawalRequest } from "~/areas/payouts/withdrawals/plan-withdrawal";

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
