import { sql } from "drizzle-orm";
import { addMonths } from "~/domain/cycles";
import { dateOf } from "~/domain/calendar-date";
import type { RequestContext } from "~/server/context";
import type { Person } from "./people";

type Context = Pick<RequestContext, "db" | "nowMs" | "newId">;

/** The instant that many months ago, at noon. */
export function monthsAgo(context: Pick<Context, "nowMs">, months: number): number {
  return Date.parse(`${addMonths(dateOf(context.nowMs()), -months)}T12:00:00Z`);
}

/** A bought and settled stake with its ledger rows, as settlement leaves it, at any time in the past. */
export async function giveStake(
  context: Context,
  person: Person,
  caskId: string,
  { purchasedAtMs = context.nowMs(), certificate = "issued" as "issued" | "pending" | "void", code = "" } = {},
) {
  const { db, newId } = context;
  const paymentId = newId("pay");
  const stakeId = newId("stk");
  const certificateId = newId("crt");
  const cask = sql`casks.id = ${caskId}`;
  const transfer = (
    name: string,
    debit: string,
    credit: string,
    amount: ReturnType<typeof sql>,
    currency: string,
    reason: string,
  ) =>
    db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT ${`payment:${paymentId}:${name}`}, ${debit}, ${credit}, ${amount}, ${currency}, ${reason}, ${`payment:${paymentId}`}, ${purchasedAtMs}
      FROM payments WHERE id = ${paymentId}`);
  await db.batch([
    db.run(sql`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      SELECT ${paymentId}, ${person.userId}, 'stake', casks.id, casks.name, cost_per_stake_cents, 'Bank', 'stripe', ${purchasedAtMs}, ${purchasedAtMs}, ${purchasedAtMs}
      FROM casks WHERE ${cask}`),
    db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      VALUES (${paymentId}, ${caskId}, ${purchasedAtMs})`),
    db.run(sql`UPDATE payments SET state = 'paid', received_cents = amount_cents WHERE id = ${paymentId}`),
    db.run(sql`UPDATE reservations SET state = 'paid' WHERE payment_id = ${paymentId}`),
    db.run(sql`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
      SELECT ${stakeId}, casks.id, (SELECT coalesce(max(number), 0) + 1 FROM stakes WHERE cask_id = casks.id), ${person.userId}, ${paymentId}, cost_per_stake_cents,
        ${purchasedAtMs} FROM casks WHERE ${cask}`),
    db.run(sql`UPDATE payments SET state = 'settled' WHERE id = ${paymentId}`),
    transfer("received", "house:stripe", "house:unsettled", sql`received_cents`, "USD", "payment-received"),
    transfer("applied", "house:unsettled", "house:stake-sales", sql`amount_cents`, "USD", "stake-sale"),
    transfer("tokens", "house:token-issue", `user:${person.userId}:tokens`, sql`2000`, "TOKEN", "tokens-earned"),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      VALUES (${certificateId}, ${stakeId}, ${code || certificateId}, ${certificateId}, ${purchasedAtMs})`),
    ...(certificate === "issued"
      ? [
          db.run(sql`UPDATE certificates SET state = 'issued', sha256 = 'x', issued_at_ms = ${purchasedAtMs}
            WHERE id = ${certificateId}`),
        ]
      : certificate === "void"
        ? [
            db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = ${purchasedAtMs}
              WHERE id = ${certificateId}`),
          ]
        : []),
  ]);
  return { paymentId, stakeId, certificateId };
}

export async function value(
  context: Context,
  caskId: string,
  valuedOn: string,
  valueCents: number,
  tier: "issue" | "measured" | "modelled" | "opinion" = "measured",
): Promise<void> {
  await context.db
    .run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
    VALUES (${context.newId("val")}, ${caskId}, ${valuedOn}, ${valueCents}, ${tier}, 'test', 'test', ${context.nowMs()})`);
}

/** A stake bought 25 months ago at 500.00, valued at 604.00 since its first cycle ended: 104.00 can be withdrawn. */
export async function giveRipeStake(context: Context, person: Person, caskId: string, months = 25) {
  const purchasedAtMs = monthsAgo(context, months);
  const bought = await giveStake(context, person, caskId, { purchasedAtMs });
  await value(context, caskId, addMonths(dateOf(purchasedAtMs), 24), 60_400);
  return { ...bought, purchasedAtMs };
}

/** Puts money into the wallet, as a paid reward does. */
export async function creditWallet(context: Context, person: Pick<Person, "userId">, amountCents: number) {
  const id = context.newId("prm");
  await context.db
    .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES (${id}, 'house:promotions', ${`user:${person.userId}:wallet`}, ${amountCents}, 'USD', 'promotion', ${`promotion:${id}`}, ${context.nowMs()})`);
}

export async function balanceOf(context: Pick<Context, "db">, accountId: string): Promise<number> {
  const [row] = await context.db.all<{ balance: number }>(sql`SELECT credits_total - debits_total AS balance
    FROM accounts WHERE id = ${accountId}`);
  if (!row) throw new Error(`no account ${accountId}`);
  return row.balance;
}

/** All rows that a refused request must leave unchanged. */
export async function moneyRows(context: Pick<Context, "db">) {
  return context.db.batch([
    context.db.all(sql`SELECT id, state, amount_cents FROM withdrawals ORDER BY id`),
    context.db.all(sql`SELECT id, amount FROM transfers ORDER BY id`),
    context.db.all(sql`SELECT id, credits_total, debits_total FROM accounts ORDER BY id`),
  ]);
}
