import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { creditWallet, giveRipeStake } from "../support/holdings";
import { createTestContext } from "../support/context";
import { putCask, signIn } from "../support/people";

// Tries CHECKs and keys of a withdrawal against the database itself. Every trigger: every-rule.test.ts.

const context = createTestContext();
const { db } = context;
let user: string;
let stake: string;

beforeAll(async () => {
  const person = await signIn(context);
  user = person.userId;
  ({ stakeId: stake } = await giveRipeStake(context, person, await putCask(context)));
  await creditWallet(context, person, 5_000);
  await db.run(sql`UPDATE users SET email = 'moved@example.com' WHERE id = ${user}`);
});

type Row = {
  id: string;
  user: string;
  stake: string | null;
  cycle: number | null;
  points: number | null;
  cents: number;
};

const put = (row: Partial<Row> & { state?: string }) => {
  const { id = context.newId("wdr"), cents = 5_000, state = "progress" } = row;
  return env.DB.prepare(
    `INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, state, mode, holder_name, bank_name,
      ifsc_code, account_number_sealed, account_last4, key_id, bank_reference, payable_from_ms, created_at_ms, updated_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'Bank', 'h', 'b', 'i', 's', '4', 'k', 'r', 1, 1, 1)`,
  )
    .bind(
      id,
      row.user ?? user,
      row.stake ?? null,
      row.cycle ?? null,
      row.points ?? null,
      row.stake ? 60_000 : null,
      cents,
      state,
    )
    .run();
};
const answer = (work: Promise<unknown>) =>
  work.then(
    () => "allowed",
    (thrown: unknown) => String(thrown),
  );

describe("the database refuses a withdrawal", () => {
  it.each<[string, () => Parameters<typeof put>[0], RegExp]>([
    ["of a stake without its cycle", () => ({ stake, points: 1 }), /withdrawals_cycle_or_balance/],
    ["of a cycle without its stake", () => ({ cycle: 1, points: 1 }), /withdrawals_cycle_or_balance/],
    ["of a balance with an interest", () => ({ points: 1 }), /withdrawals_cycle_or_balance/],
    ["of a cycle without its interest", () => ({ stake, cycle: 1 }), /withdrawals_cycle_or_balance/],
    ["of nothing", () => ({ cents: 0 }), /withdrawals_amount/],
  ])("%s", async (_what, row, reason) => {
    expect(await answer(put(row()))).toMatch(reason);
  });

  it("of the balance while another one is open", async () => {
    await put({ cents: 1_000 });
    expect(await answer(put({ cents: 1_000 }))).toMatch(/UNIQUE constraint failed: withdrawals.user_id/);
  });
});
