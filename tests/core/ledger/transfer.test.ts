import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { users } from "~/db/schema/people";
import { house, rewardsPendingIn, rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";
import { type Transfer, transfer } from "~/core/ledger/transfer";
import { signIn } from "../../support/people";
import { openShop } from "../../support/shop";
import { expectInvariants } from "../../support/invariants";
import { balanceOf } from "../../support/holdings";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";

const db = createDatabase(env.DB);
const { context } = openShop();
let userId: string;
let gift: Transfer;

beforeEach(async () => {
  ({ userId } = await signIn(context));
  gift = {
    refersTo: `promotion:${userId}`,
    name: "credit",
    debit: house.promotions,
    credit: walletOf(userId),
    amount: 700,
    currency: "USD",
    reason: "promotion",
    nowMs: 5,
  };
});

const rows = () =>
  db.all(sql`SELECT id, debit_account_id AS debit, credit_account_id AS credit, amount, currency, reason,
  refers_to AS refersTo, created_at_ms AS nowMs FROM transfers WHERE refers_to = ${`promotion:${userId}`} ORDER BY id`);
const wallet = () => balanceOf(context, walletOf(userId));
const reasonOf = (refused: unknown) => {
  const { message, cause } = refused as Error;
  return `${message} ${cause instanceof Error ? cause.message : ""}`;
};
const refusal = (row: Transfer) => transfer(db, row).then(() => "written", reasonOf);

describe("a transfer", () => {
  it("moves its amount, under an id derived from its cause and name", async () => {
    await transfer(db, gift);
    const { name: _name, ...columns } = gift;
    expect(await rows()).toEqual([{ ...columns, id: `promotion:${userId}:credit` }]);
    expect(await wallet()).toBe(700);
    await expectInvariants(db);
  });

  it("writes nothing when it is replayed, even with another amount", async () => {
    await transfer(db, gift);
    await db.batch([transfer(db, gift), transfer(db, { ...gift, amount: 900, nowMs: 6 })]);
    expect(await rows()).toHaveLength(1);
    expect(await wallet()).toBe(700);
  });

  it("writes nothing unless its condition holds", async () => {
    await transfer(db, gift, { where: sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND role = 'operator')` });
    expect(await rows()).toEqual([]);
    await transfer(db, gift, { where: sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId})` });
    expect(await wallet()).toBe(700);
  });

  it("takes its amount and an account from the matching row, and writes nothing without one", async () => {
    const fromRow: Transfer = { ...gift, currency: "USD", debit: house.promotions, credit: rewardsPendingIn(users.id) };
    const row = { ...fromRow, amount: users.activatedAtMs };
    await db.run(sql`UPDATE users SET activated_at_ms = 1500 WHERE id = ${userId}`);
    await transfer(db, row, { from: users, where: sql`id = ${userId} AND suspended_at_ms IS NOT NULL` });
    expect(await rows()).toEqual([]);
    await transfer(db, row, { from: users, where: sql`id = ${userId} AND suspended_at_ms IS NULL` });
    expect(await rows()).toMatchObject([{ amount: 1500, credit: rewardsPendingOf(userId) }]);
    await expectInvariants(db);
  });

  it("is refused to the same account, below one cent, and to an unknown account", async () => {
    expect(await refusal({ ...gift, debit: walletOf(userId), credit: walletOf(userId) } as Transfer)).toMatch(
      /transfers_two_accounts/,
    );
    expect(await refusal({ ...gift, amount: 0 })).toMatch(/transfers_amount/);
    expect(await refusal({ ...gift, credit: walletOf("nobody") } as Transfer)).toMatch(/FOREIGN KEY/);
    expect(await rows()).toEqual([]);
    await expectInvariants(db);
  });
});

describe("the names of accounts", () => {
  it("of the house are the ones in the database", async () => {
    const { provider, ...named } = house;
    const rows = await db.all<{ id: string }>(sql`SELECT id FROM accounts WHERE user_id IS NULL`);
    const providers = PROVIDER_NAMES.map(provider);
    expect(rows.map(({ id }) => id).sort()).toEqual([...Object.values(named), ...providers].sort());
  });

  it("of a user are the ones created with the user, in these currencies", async () => {
    const rows = await db.all(sql`SELECT id, currency FROM accounts WHERE user_id = ${userId} ORDER BY id`);
    expect(rows).toEqual([
      { id: rewardsPendingOf(userId), currency: "USD" },
      { id: tokensOf(userId), currency: "TOKEN" },
      { id: walletOf(userId), currency: "USD" },
    ]);
  });

  it("are the same when the user id comes from a column", async () => {
    const rows = await db.all(sql`SELECT ${rewardsPendingIn(users.id)} AS id FROM users WHERE id = ${userId}`);
    expect(rows).toEqual([{ id: rewardsPendingOf(userId) }]);
  });
});
