import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { users } from "~/db/schema/people";
import { house, rewardsPendingIn, rewardsPendingOf, tokensOf, walletOf } from "~/core/ledger/accounts";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { signIn } from "../../support/people";
import { openShop } from "../../support/shop";

const db = createDatabase(env.DB);

describe("the names of accounts", () => {
  it("of the house are the ones in the database", async () => {
    const { provider, ...named } = house;
    const rows = await db.all<{ id: string }>(sql`SELECT id FROM accounts WHERE user_id IS NULL`);
    const providers = PROVIDER_NAMES.map(provider);
    expect(rows.map(({ id }) => id).sort()).toEqual([...Object.values(named), ...providers].sort());
  });

  it("of a user are the ones created with the user, in these currencies", async () => {
    const { userId } = await signIn(openShop().context);
    const rows = await db.all(sql`SELECT id, currency FROM accounts WHERE user_id = ${userId} ORDER BY id`);
    expect(rows).toEqual([
      { id: rewardsPendingOf(userId), currency: "USD" },
      { id: tokensOf(userId), currency: "TOKEN" },
      { id: walletOf(userId), currency: "USD" },
    ]);
  });

  it("are the same when the user id comes from a column", async () => {
    const { userId } = await signIn(openShop().context);
    const rows = await db.all(sql`SELECT ${rewardsPendingIn(users.id)} AS id FROM users WHERE id = ${userId}`);
    expect(rows).toEqual([{ id: rewardsPendingOf(userId) }]);
  });
});
