import { sql } from "drizzle-orm";
import type { TestContext } from "../../support/context";
import type { Filled } from "./every-table";
import { run } from "./rows-in-states";

/** By the name of each rule, what it must refuse about how a cask starts and ends: one that is sold as a whole. */
export async function trespassesOfExits(
  { db }: TestContext,
  { caskId, stakeId, rows }: Filled,
): Promise<Record<string, string[]>> {
  const graph = rows.graphs.cask_exits;
  const [proposed, done] = [await graph?.into("ext_open", []), await graph?.into("ext_done", ["confirmed", "done"])];
  await rows.payment("pay_after_end", { reserved: false });
  // Paid for while it stood.
  await rows.payment("pay_before_end", { states: ["paid"] });
  const [{ endedCask } = { endedCask: "" }] = await db.all<{ endedCask: string }>(
    sql`SELECT cask_id AS endedCask FROM payments WHERE id = 'pay_before_end'`,
  );
  await run("UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_before_end'");
  await run(rows.exit("ext_ended", endedCask, { stakes: 10 }));
  await run(`UPDATE cask_exits SET state = 'confirmed', confirmed_at_ms = 1, confirmed_by = (SELECT id FROM users
    WHERE id <> proposed_by AND id NOT IN (SELECT user_id FROM stakes) LIMIT 1) WHERE id = 'ext_ended'`);
  const [{ soldCask } = { soldCask: "" }] = await db.all<{ soldCask: string }>(
    sql`SELECT cask_id AS soldCask FROM cask_exits WHERE id = ${done}`,
  );
  // A stake of a cask that brings nothing.
  await rows.payment("pay_sold", { states: ["paid"] });
  await run("UPDATE reservations SET state = 'paid' WHERE payment_id = 'pay_sold'");
  await run(`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
    SELECT 'stk_sold', cask_id, 1, user_id, id, amount_cents, 1 FROM payments WHERE id = 'pay_sold'`);
  const [{ of: sold } = { of: "" }] = await db.all<{ of: string }>(
    sql`SELECT cask_id AS of FROM payments WHERE id = 'pay_sold'`,
  );
  await run(rows.exit("ext_sold", sold, { stakes: 10 }));
  await run(`UPDATE cask_exits SET state = 'confirmed', confirmed_at_ms = 1, confirmed_by = (SELECT id FROM users
    WHERE id <> proposed_by AND id NOT IN (SELECT user_id FROM stakes) LIMIT 1) WHERE id = 'ext_sold'`);
  const of = (exitId: string | undefined, column: string) =>
    `(SELECT ${column} FROM cask_exits WHERE id = '${exitId}')`;
  const confirm = (by: string) =>
    `UPDATE cask_exits SET state = 'confirmed', confirmed_by = ${by}, confirmed_at_ms = 1 WHERE id = '${proposed}'`;
  return {
    "an exit must be for all stakes of its cask": [rows.exit("x", caskId, { stakes: 49 })],
    "the operator who proposed an exit cannot confirm it": [confirm(of(proposed, "proposed_by")), confirm("NULL")],
    "a cask must end once, by a confirmed exit": [
      `UPDATE casks SET ended_on = '2026-01-01' WHERE id = '${caskId}'`,
      `UPDATE casks SET ended_on = NULL WHERE id = '${soldCask}'`,
    ],
    "a sold cask cannot be withdrawn or offered again": [
      `UPDATE casks SET state = 'withdrawn' WHERE id = '${soldCask}'`,
    ],
    "a sold cask cannot be valued": [
      `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      VALUES ('x', '${soldCask}', '2026-01-01', 1, 'opinion', 'x', 'x', 1)`,
    ],
    "stakes of a sold cask cannot be sold": [
      `INSERT INTO reservations (payment_id, cask_id, created_at_ms) VALUES ('pay_after_end', '${soldCask}', 1)`,
    ],
    "a stake must have a number of its cask, and the cask must be unsold": [
      `INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
      SELECT 'x', cask_id, 1, user_id, id, amount_cents, 1 FROM payments WHERE id = 'pay_before_end'`,
    ],
    "a stake cannot bring its holder more than its net": ["cask-sale", "provider-buy-back"].map(
      (
        reason,
      ) => `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      SELECT 'x', 'house:returns', 'user:' || user_id || ':wallet', 99999999, 'USD', '${reason}', 'stake:stk_sold', 1 FROM stakes WHERE id = 'stk_sold'`,
    ),
    "a stake must end once, with its own cask": [
      `UPDATE stakes SET exit_id = '${done}' WHERE id = '${stakeId}'`,
      `UPDATE stakes SET exit_id = '${done}', state = 'ended' WHERE id = '${stakeId}'`,
    ],
  };
}
