import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { putCask, signIn } from "../support/people";
import { openShop } from "../support/shop";
import { copyOfCask } from "./support/rows-in-states";

// Tries each rule against the database itself, with rows that a real purchase left.

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
  ["editing a transfer", "UPDATE transfers SET amount = 1", /append-only/],
  ["deleting a transfer", "DELETE FROM transfers", /append-only/],
  ["editing an audit row", "UPDATE audit_log SET actor = 'nobody'", /append-only/],
  ["deleting an audit row", "DELETE FROM audit_log", /append-only/],
  ["editing a valuation", "UPDATE valuations SET value_cents = 1", /append-only/],
  ["deleting a valuation", "DELETE FROM valuations", /append-only/],
  ["editing a provider event", "UPDATE provider_events SET type = 'x'", /append-only/],
  ["deleting a provider event", "DELETE FROM provider_events", /append-only/],
  ["deleting a payment", "DELETE FROM payments", /never deleted/],
  ["deleting a stake", "DELETE FROM stakes", /never deleted/],
  ["deleting a certificate", "DELETE FROM certificates", /never deleted/],
  ["deleting a reservation", "DELETE FROM reservations", /never deleted/],
  ["deleting a user", "DELETE FROM users", /never deleted/],
  ["deleting a cask", "DELETE FROM casks", /never deleted/],
  ["deleting an account", "DELETE FROM accounts", /never deleted/],
  ["deleting a dead letter", "DELETE FROM dead_letters", /never deleted/],
  ["changing what a payment costs", "UPDATE payments SET amount_cents = 1", /facts of a payment/],
  ["giving a payment to someone else", "UPDATE payments SET user_id = 'x'", /facts of a payment/],
  [
    "giving a payment another session",
    "UPDATE payments SET provider_session_id = 'other'",
    /keeps its provider session/,
  ],
  ["opening a settled payment again", "UPDATE payments SET state = 'open'", /state/],
  ["failing a settled payment", "UPDATE payments SET state = 'failed'", /state/],
  ["changing a stake's number", "UPDATE stakes SET number = 2", /facts of a stake/],
  ["giving a stake to someone else", "UPDATE stakes SET user_id = 'x'", /the facts of a stake are fixed/],
  ["a reservation held again", "UPDATE reservations SET state = 'held'", /reservation state/],
  ["another price for a cask with a sold stake", "UPDATE casks SET cost_per_stake_cents = 1", /terms of a cask/],
  ["another size for a cask with a sold stake", "UPDATE casks SET total_stakes = 999", /terms of a cask/],
  ["counting more sold than there are", "UPDATE casks SET sold_stakes = 3", /casks_stock/],
  ["counting less than nothing", "UPDATE casks SET reserved_stakes = -1", /casks_stock/],
  [
    "an account's total going down",
    "UPDATE accounts SET credits_total = 0 WHERE id = 'house:stake-sales'",
    /only grow/,
  ],
  [
    "overdrawing an account",
    "UPDATE accounts SET debits_total = debits_total + 1000000000 WHERE id = 'house:stake-sales'",
    /accounts_overdraft/,
  ],
  ["letting an account overdraw", "UPDATE accounts SET may_overdraw = 1", /facts of an account/],
  ["another hash for a certificate", "UPDATE certificates SET sha256 = 'x'", /hash of a certificate/],
  ["an issued certificate pending again", "UPDATE certificates SET state = 'pending'", /certificate state/],
  ["an unknown setting", "INSERT INTO settings (key, value, updated_at_ms) VALUES ('bonus', 1, 1)", /FOREIGN KEY/],
  [
    "a setting below nothing",
    "INSERT INTO settings (key, value, updated_at_ms) VALUES ('joining_fee_cents', -1, 1)",
    /settings_value/,
  ],
  [
    "an account that starts full",
    "INSERT INTO accounts (id, currency, credits_total) VALUES ('x', 'USD', 5)",
    /starts empty/,
  ],
  ["a cask that starts sold", copyOfCask("csk_x", { sold_stakes: "1" }), /starts unsold/],
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

  it("a transfer across currencies, to the same account, of zero, or from an unknown account", async () => {
    const transfer = (debit: string, credit: string, amount: number, currency = "USD") =>
      db
        .run(
          sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
          VALUES ('t', ${debit}, ${credit}, ${amount}, ${currency}, 'promotion', 'x', 1)`,
        )
        .then(
          () => "allowed",
          (thrown: Error) => String(thrown.cause instanceof Error ? thrown.cause : thrown),
        );
    expect(await transfer("house:promotions", `user:${ids.user}:tokens`, 5)).toMatch(/one currency/);
    expect(await transfer("house:promotions", "house:promotions", 5)).toMatch(/two_accounts/);
    expect(await transfer("house:promotions", `user:${ids.user}:wallet`, 0)).toMatch(/transfers_amount/);
    expect(await transfer("house:nowhere", `user:${ids.user}:wallet`, 5)).toMatch(/FOREIGN KEY/);
    expect(await transfer(`user:${ids.user}:wallet`, "house:stake-sales", 5)).toMatch(/accounts_overdraft/);
  });

  it("values of the wrong type, because every table is STRICT", async () => {
    const tables = await db.all<{ name: string; strict: number }>(sql`SELECT name, strict FROM pragma_table_list
      WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'`);
    expect(tables.length).toBeGreaterThan(18);
    expect(tables.filter((table) => table.strict !== 1)).toEqual([]);
  });
});

/** Allowed changes, listed independently of the rows that allow them. */
const ALLOWED: Record<string, string> = {
  payment: `created>open created>paid created>expired created>cancelled created>failed open>paid open>expired open>cancelled open>failed
    expired>paid cancelled>paid failed>paid paid>settled paid>refunding refunding>refunded refunding>paid settled>refunded settled>disputed settled>refunding
    disputed>settled disputed>refunded disputed>refunding`,
  cask: "draft>published published>withdrawn withdrawn>published",
  reservation: "held>paid held>expired expired>paid",
  stake: "active>frozen active>ended frozen>active frozen>ended",
  certificate: "pending>issued pending>void issued>void",
  referral:
    "inactive>held held>pending held>reversed held>dropped pending>dropped inactive>pending pending>paid pending>reversed paid>reversed reversed>held reversed>pending reversed>paid",
  withdrawal:
    "progress>paid progress>rejected progress>cancelled progress>sending sending>paid sending>rejected sending>progress",
  stray_receipt: "refunding>refunded",
  exit: "proposed>confirmed proposed>withdrawn confirmed>done",
};
const STARTS: Record<string, string> = {
  cask: "draft",
  payment: "created",
  reservation: "held",
  stake: "active",
  certificate: "pending",
  referral: "inactive",
  withdrawal: "progress",
  stray_receipt: "refunding",
  exit: "proposed",
};

describe("states", () => {
  it.each(Object.keys(ALLOWED))("of a %s start and change only as listed here", async (thing) => {
    const changes = await db.all<{ change: string }>(
      sql.raw(`SELECT was || '>' || becomes AS change FROM ${thing}_state_changes`),
    );
    expect(changes.map(({ change }) => change).sort()).toEqual(ALLOWED[thing]?.split(/\s+/).sort());
    const starts = await db.all<{ name: string }>(sql.raw(`SELECT name FROM ${thing}_states WHERE may_start = 1`));
    expect(starts).toEqual([{ name: STARTS[thing] }]);
  });
});
