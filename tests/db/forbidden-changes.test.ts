import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { createDatabase } from "~/db/client";
import { createTestContext } from "../support/context";
import { creditWallet, giveRipeStake } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { openShop } from "../support/shop";

describe("rows", () => {
  // Tries CHECKs and keys against the database itself, with rows that a real purchase left. Every trigger: every-rule.test.ts.

  const db = createDatabase(env.DB);
  let ids: { user: string; cask: string; payment: string; stake: string };

  beforeAll(async () => {
    const shop = openShop();
    const [person, cask] = [await signIn(shop.context), await putCask(shop.context, { totalStakes: 2 })];
    await shop.buy(person, { cask });
    const payment = (await shop.paymentsOf(person))[0]?.id ?? "";
    shop.stripe.pay(payment);
    await settlePayment(shop.settlement, { paymentId: payment });
    await shop.drain();
    const [stake] = await db.all<{ id: string }>(sql`SELECT id FROM stakes WHERE payment_id = ${payment}`);
    ids = { user: person.userId, cask, payment, stake: stake?.id ?? "" };
    await db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
    VALUES ('val_1', ${cask}, '2026-01-01', 50000, 'issue', 'price list', 'provider', 1)`);
    await db.run(
      sql`INSERT INTO provider_events (id, provider, type, concerns, received_at_ms) VALUES ('stripe:evt_1', 'stripe', 't', 'nothing', 1)`,
    );
    await db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('d1', 'queue', '{}', 1)`);
  });

  const refused: [string, string, RegExp][] = [
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
  ];

  describe("the database refuses", () => {
    it.each(refused)("%s", async (_what, statement, reason) => {
      const error = await env.DB.prepare(statement)
        .run()
        .then(
          () => "allowed",
          (thrown: unknown) => String(thrown),
        );
      expect(error).toMatch(reason);
    });

    it("a second sale of a stake: same number, same payment, or no paid payment of its own", async () => {
      const insert = (id: string, number: number, payment: string) =>
        db
          .run(
            sql`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
          VALUES (${id}, ${ids.cask}, ${number}, ${ids.user}, ${payment}, 50000, 1)`,
          )
          .then(
            () => "allowed",
            (thrown: Error) => String(thrown.cause instanceof Error ? thrown.cause : thrown),
          );
      expect(await insert("stk_a", 1, ids.payment)).toMatch(/own paid payment/);
      expect(await insert("stk_b", 2, "pay_none")).toMatch(/own paid payment/);
      expect(await insert("stk_c", 3, ids.payment)).toMatch(/own paid payment|no stake of that number/);
    });
  });
});

describe("withdrawals", () => {
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
});
