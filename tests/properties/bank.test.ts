// The ledger as a bank: concurrent transfers between accounts, by the statement that settlement uses. Every read at any
// moment finds the same total, no account below zero, and totals that are the sums of their transfers.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { effort } from "../support/effort";
import { expectInvariants } from "../support/invariants";
import { createTestContext } from "../support/context";
import { signIn } from "../support/people";
import { balanceOf, creditWallet } from "../support/holdings";
import { Random } from "../sim/random";

const ACCOUNTS = 8;
const EACH_CENTS = 1_000;
const TRANSFERS = effort(400, 20_000);
const AT_ONCE = 40;
const seed = effort(7, Date.now() % 2 ** 31);

const context = createTestContext();
const db = createDatabase(env.DB);
const wallets: string[] = [];

beforeAll(async () => {
  for (let i = 0; i < ACCOUNTS; i++) {
    const person = await signIn(context);
    await creditWallet(context, person, EACH_CENTS);
    wallets.push(`user:${person.userId}:wallet`);
  }
});

type Move = { id: string; from: string; to: string; cents: number };

/** @returns whether it was accepted; the database itself refuses an overdraft */
const move = ({ id, from, to, cents }: Move): Promise<boolean> =>
  db
    .run(
      sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES (${id}, ${from}, ${to}, ${cents}, 'USD', 'promotion', 'bank', 1) ON CONFLICT (id) DO NOTHING`,
    )
    .then(
      () => true,
      (error: unknown) => {
        expect(String(error instanceof Error ? `${error.message} ${String(error.cause)}` : error)).toContain(
          "accounts_overdraft",
        );
        return false;
      },
    );

async function readAll(): Promise<void> {
  const [row] = await db.all<{ total: number; least: number; moved: number }>(sql`SELECT
    sum(credits_total - debits_total) AS total, min(credits_total - debits_total) AS least,
    (SELECT sum(credits_total) - sum(debits_total) FROM accounts WHERE currency = 'USD') AS moved
    FROM accounts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(wallets)}))`);
  expect(row).toMatchObject({ total: ACCOUNTS * EACH_CENTS, moved: 0 });
  expect(row?.least).toBeGreaterThanOrEqual(0);
}

describe(`${TRANSFERS} transfers among ${ACCOUNTS} accounts, ${AT_ONCE} at once (seed ${seed})`, () => {
  it(
    "keep the total at every read, refuse every overdraft, and count a replay once",
    { timeout: effort(600_000, 900_000) },
    async () => {
      const random = new Random(seed);
      const expected = new Map(wallets.map((id) => [id, EACH_CENTS]));
      let [taken, refused, reads] = [0, 0, 0];
      for (let done = 0; done < TRANSFERS; done += AT_ONCE) {
        const moves = Array.from({ length: AT_ONCE }, (_, i): Move => {
          const from = random.pick(wallets);
          const to = random.pick(wallets.filter((id) => id !== from));
          return { id: `bank:${done + i}`, from, to, cents: random.between(1, EACH_CENTS) };
        });
        // Sends every fifth twice.
        const sent = moves.flatMap((one, i) => (i % 5 === 0 ? [one, one] : [one]));
        let working = true;
        const reading = (async () => {
          while (working) await readAll().then(() => (reads += 1));
        })();
        const results = await Promise.all(sent.map(async (one) => ({ one, ok: await move(one) }))).finally(
          () => (working = false),
        );
        await reading;
        // A copy that came when the money was gone may be refused although its twin was accepted: accepted once is what
        // counts.
        for (const { from, to, cents } of new Set(results.filter(({ ok }) => ok).map(({ one }) => one))) {
          expected.set(from, (expected.get(from) ?? 0) - cents);
          expected.set(to, (expected.get(to) ?? 0) + cents);
          taken += 1;
        }
        refused += results.filter(({ ok }) => !ok).length;
      }
      for (const [id, cents] of expected) expect(await balanceOf(context, id)).toBe(cents);
      const [rows] = await db.all<{ count: number }>(
        sql`SELECT count(*) AS count FROM transfers WHERE refers_to = 'bank'`,
      );
      expect(rows?.count).toBe(taken);
      expect(Math.min(taken, refused, reads)).toBeGreaterThan(TRANSFERS / 100);
      await expectInvariants(db);
    },
  );
});
