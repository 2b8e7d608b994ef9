import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestContext } from "../support/context";
import { creditWallet, giveRipeStake } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { answer } from "./support/rules";

// Tries CHECKs and keys against the database itself. Every trigger: every-rule.test.ts.

const context = createTestContext();
let user: string;
let stake: string;

beforeAll(async () => {
  const person = await signIn(context);
  user = person.userId;
  ({ stakeId: stake } = await giveRipeStake(context, person, await putCask(context, { totalStakes: 2 })));
  await creditWallet(context, person, 5_000);
  await context.db.run(sql`UPDATE users SET email = 'moved@example.com' WHERE id = ${user}`);
});

it.each([
  ["counting more sold than there are", "UPDATE casks SET sold_stakes = 3", /casks_stock/],
  ["counting less than nothing", "UPDATE casks SET reserved_stakes = -1", /casks_stock/],
  [
    "overdrawing an account",
    "UPDATE accounts SET debits_total = debits_total + 1000000000 WHERE id = 'house:stake-sales'",
    /accounts_overdraft/,
  ],
  [
    "a setting below nothing",
    "INSERT INTO settings (key, value, updated_at_ms) VALUES ('joining_fee_cents', -1, 1)",
    /settings_value/,
  ],
  ["text where a number belongs", "UPDATE casks SET loa_decilitres = 'many'", /cannot store TEXT/],
])("the database refuses %s", async (_what, statement, reason) => expect(await answer(statement)).toMatch(reason));

describe("the database refuses a withdrawal", () => {
  type Row = { stake?: string; cycle?: number; points?: number; cents?: number };
  const put = ({ stake: of, cycle, points, cents = 5_000 }: Row) =>
    env.DB.prepare(
      `INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, mode, holder_name, bank_name,
        ifsc_code, account_number_sealed, account_last4, key_id, bank_reference, payable_from_ms, created_at_ms, updated_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'Bank', 'h', 'b', 'i', 's', '4', 'k', 'r', 1, 1, 1)`,
    )
      .bind(context.newId("wdr"), user, of ?? null, cycle ?? null, points ?? null, of ? 60_000 : null, cents)
      .run()
      .then(() => "allowed", String);

  it.each<[string, () => Row, RegExp]>([
    ["of a stake without its cycle", () => ({ stake, points: 1 }), /withdrawals_cycle_or_balance/],
    ["of a cycle without its stake", () => ({ cycle: 1, points: 1 }), /withdrawals_cycle_or_balance/],
    ["of a balance with an interest", () => ({ points: 1 }), /withdrawals_cycle_or_balance/],
    ["of a cycle without its interest", () => ({ stake, cycle: 1 }), /withdrawals_cycle_or_balance/],
    ["of nothing", () => ({ cents: 0 }), /withdrawals_amount/],
  ])("%s", async (_what, row, reason) => expect(await put(row())).toMatch(reason));

  it("of the balance while another one is open", async () => {
    expect(await put({ cents: 1_000 })).toBe("allowed");
    expect(await put({ cents: 1_000 })).toMatch(/UNIQUE constraint failed: withdrawals.user_id/);
  });
});
