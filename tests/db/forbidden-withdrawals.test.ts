import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { creditWallet, giveRipeStake } from "../support/holdings";
import { createTestContext } from "../support/context";
import { putCask, signIn } from "../support/people";

// Tries against the database itself what no request may write, whatever the code above it does.

const context = createTestContext();
const { db } = context;
let user: string;
let stranger: string;
let stake: string;

beforeAll(async () => {
  const person = await signIn(context);
  user = person.userId;
  ({ stakeId: stake } = await giveRipeStake(context, person, await putCask(context)));
  stranger = (await signIn(context)).userId;
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
    ["of more than the wallet holds", () => ({ cents: 5_001 }), /what the wallet holds/],
    ["of someone else's wallet's worth", () => ({ user: stranger }), /what the wallet holds/],
    ["of nothing", () => ({ cents: 0 }), /withdrawals_amount/],
    ["that starts as paid", () => ({ state: "paid" }), /may not start in this state/],
    ["of someone else's stake", () => ({ user: stranger, stake, cycle: 1, points: 1 }), /stake of its own user/],
  ])("%s", async (_what, row, reason) => {
    expect(await answer(put(row()))).toMatch(reason);
  });

  it("of the balance while another one is open", async () => {
    await put({ cents: 1_000 });
    expect(await answer(put({ cents: 1_000 }))).toMatch(/UNIQUE constraint failed: withdrawals.user_id/);
  });
});

describe("the database refuses", () => {
  beforeAll(async () => {
    const other = await signIn(context);
    await creditWallet(context, other, 1_000);
    await put({ user: other.userId, cents: 1_000 });
  });

  it.each([
    ["editing a former address", "UPDATE contact_changes SET old_value = 'x'", /append-only/],
    ["forgetting a former address", "DELETE FROM contact_changes", /append-only/],
    ["another account for a request", "UPDATE withdrawals SET account_last4 = '1'", /facts of a withdrawal/],
    ["a request for another stake", "UPDATE withdrawals SET stake_id = 'x'", /facts of a withdrawal/],
    ["an open request as it never was", "DELETE FROM withdrawals", /never deleted/],
  ])("%s", async (_what, statement, reason) => {
    expect(await answer(env.DB.prepare(statement).run())).toMatch(reason);
  });
});
