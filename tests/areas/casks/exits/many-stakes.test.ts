import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import { BOOK_RULES } from "~/core/ledger/book-rules";
import { createTestContext, type TestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { balanceOf } from "../../../support/holdings";
import { putCask } from "../../../support/people";

const HOLDERS = 2_000;
const EACH_HOLDS = 10;
const STAKES = HOLDERS * EACH_HOLDS;

/** Bought stakes without the rest of a purchase: only how they end is tested here. */
async function fillCask({ db }: TestContext, caskId: string): Promise<void> {
  const counted = sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${HOLDERS})`;
  await db.run(sql`INSERT INTO users (id, email, role, referral_code, created_at_ms)
    ${counted} SELECT 'many_' || n, 'many-' || n || '@example.com', 'investor', 'many-' || n, 1 FROM numbers`);
  for (let round = 0; round < EACH_HOLDS; round++) {
    const mine = sql.raw(`id LIKE 'many_pay_${round}_%'`);
    await db.batch([
      db.run(sql`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
        SELECT ${`many_pay_${String(round)}_`} || id, id, 'stake', ${caskId}, 'p', 50000, 'Bank', 'stripe', 1, 1, 1 FROM users WHERE id LIKE 'many_%'`),
      db.run(
        sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms) SELECT id, cask_id, 1 FROM payments WHERE ${mine}`,
      ),
      db.run(sql`UPDATE payments SET state = 'paid', received_cents = amount_cents WHERE ${mine}`),
      db.run(
        sql`UPDATE reservations SET state = 'paid' WHERE state = 'held' AND payment_id IN (SELECT id FROM payments WHERE ${mine})`,
      ),
      db.run(sql`INSERT INTO stakes (id, cask_id, number, user_id, payment_id, price_cents, purchased_at_ms)
        SELECT 'stk_' || id, cask_id, ${round * HOLDERS} + row_number() OVER (ORDER BY id), user_id, id, amount_cents, 1 FROM payments WHERE ${mine}`),
    ]);
  }
}

it("a cask of 20,000 stakes is credited in batches, each stake once, though the work stops twice", async () => {
  const context = createTestContext();
  const { db } = context;
  const caskId = await putCask(context, { totalStakes: STAKES });
  await fillCask(context, caskId);
  const exits = await openExits(context);
  const terms = soldToday(context, { grossCents: 1_100_000_007, feesCents: 11_000_000 });
  const exitId = await exits.confirmed(caskId, terms);
  const each = await exits.figureOf(caskId, terms);

  let batches = 0;
  const stopping = Object.assign(Object.create(db) as typeof db, {
    batch: (queries: Parameters<typeof db.batch>[0]) => {
      if ((batches += 1) === 7) throw new Error("the Worker is gone");
      return db.batch(queries);
    },
  });
  await expect(creditExit({ ...context, db: stopping }, exitId)).rejects.toThrow("the Worker is gone");
  const [half] = await db.all<{ ended: number }>(sql`SELECT count(*) AS ended FROM stakes WHERE exit_id = ${exitId}`);
  expect(half).toEqual({ ended: 3_000 });
  // One run does its share and asks to be run again; the next run would take the outbox row.
  expect(await creditExit(context, exitId)).toEqual({ againAtMs: expect.any(Number) as number });
  expect(await exits.credit(exitId)).toBe("credited");

  const [paid] = await db.all(sql`SELECT count(*) AS count, sum(amount) AS cents FROM transfers
    WHERE reason = 'cask-sale' AND id IN (SELECT 'stake:' || stakes.id || ':' || ${exitId} FROM stakes WHERE cask_id = ${caskId})`);
  expect(paid).toEqual({ count: STAKES, cents: STAKES * each });
  const wallets = await db.all(
    sql`SELECT DISTINCT credits_total AS credits FROM accounts WHERE id LIKE 'user:many_%:wallet'`,
  );
  expect(wallets).toEqual([{ credits: EACH_HOLDS * each }]);
  expect(await balanceOf(context, "house:cask-proceeds")).toBe(0);
  const [told] = await db.all(
    sql`SELECT count(*) AS count FROM outbox WHERE notice = 'cask-sold' AND subject_id LIKE ${`cask-sold:${exitId}:%`}`,
  );
  expect(told).toEqual({ count: HOLDERS });
  for (const [rule, query] of Object.entries(BOOK_RULES))
    if (/cask|debits|sums/.test(rule)) expect(await db.all(sql.raw(query)), rule).toEqual([]);
});
