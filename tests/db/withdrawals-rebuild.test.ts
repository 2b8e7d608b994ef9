import { applyD1Migrations, env, reset } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { giveRipeStake } from "../support/holdings";
import { createTestContext } from "../support/context";
import { type Person, putCask, signIn } from "../support/people";

// The table of withdrawals was made anew to allow those of a wallet's balance. What stood in it must stand in it after.

const context = createTestContext();
const db = createDatabase(env.DB);
const REBUILD = "0003_wallet_withdrawals_and_notices.sql";

type Row = Record<string, string | number | null>;
const rowsNow = () => db.all<Row>(sql`SELECT * FROM withdrawals ORDER BY id`);

let person: Person;
let stakeId: string;
let before: Row[];

async function put(id: string, cycleNumber: number, end: "progress" | "paid" | "rejected") {
  await db.run(sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, holder_name,
      bank_name, ifsc_code, account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
    VALUES (${id}, ${person.userId}, ${stakeId}, ${cycleNumber}, ${cycleNumber * 1_000 + 7}, ${cycleNumber * 200}, 'Bank', ${`Holder ${id}`},
      ${`Bank ${id}`}, ${`IFSC${id}`}, ${`sealed ${id}`}, ${`42${cycleNumber}`}, ${`key ${id}`}, ${cycleNumber + 10}, ${cycleNumber + 20}, ${cycleNumber + 30})`);
  if (end === "paid")
    await db.run(sql`UPDATE withdrawals SET state = 'paid', bank_reference = ${`ref ${id}`} WHERE id = ${id}`);
  if (end === "rejected")
    await db.run(sql`UPDATE withdrawals SET state = 'rejected', reject_reason = ${`why ${id}`} WHERE id = ${id}`);
}

beforeAll(async () => {
  await reset();
  const earlier = env.MIGRATIONS.filter(({ name }) => name < REBUILD);
  expect(earlier.length).toBeGreaterThan(0);
  await applyD1Migrations(env.DB, earlier);
  person = await signIn(context);
  ({ stakeId } = await giveRipeStake(context, person, await putCask(context)));
  await put("wdr_a", 1, "paid");
  await put("wdr_b", 2, "rejected");
  await put("wdr_c", 2, "progress");
  before = await rowsNow();
  await applyD1Migrations(env.DB, env.MIGRATIONS);
});

const attempt = (statement: string) =>
  env.DB.prepare(statement)
    .run()
    .then(
      () => "allowed",
      (thrown: unknown) => String(thrown),
    );

describe("withdrawals from before the table was made anew", () => {
  it("are all there with every value, and tell nobody a second time", async () => {
    expect(before).toHaveLength(3);
    expect(before.every((row) => Object.keys(row).length === 19)).toBe(true);
    expect(await rowsNow()).toEqual(before);
    expect(await db.all(sql`SELECT id FROM outbox WHERE kind = 'send-notice'`)).toHaveLength(1);
  });

  it("still belong to their users and stakes", async () => {
    expect(await db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([]);
    const keys = await db.all<Row>(sql`SELECT "table" AS other FROM pragma_foreign_key_list('withdrawals') ORDER BY 1`);
    expect(keys).toEqual([{ other: "stakes" }, { other: "users" }]);
  });

  it("are held to the same rules as before", async () => {
    const copy = `INSERT INTO withdrawals SELECT 'wdr_x', user_id, stake_id, cycle_number, amount_cents, interest_basis_points, mode, holder_name,
      bank_name, ifsc_code, account_number_sealed, account_last4, key_id, 'progress', payable_from_ms, NULL, NULL, created_at_ms, updated_at_ms
      FROM withdrawals WHERE id = `;
    expect(await attempt(`${copy} 'wdr_a'`)).toMatch(/UNIQUE constraint failed/);
    expect(await attempt(`${copy} 'wdr_c'`)).toMatch(/UNIQUE constraint failed/);
    expect(await attempt("UPDATE withdrawals SET amount_cents = 1 WHERE id = 'wdr_c'")).toMatch(
      /facts of a withdrawal/,
    );
    expect(await attempt("UPDATE withdrawals SET state = 'progress' WHERE id = 'wdr_a'")).toMatch(/withdrawal state/);
    expect(await attempt("DELETE FROM withdrawals")).toMatch(/never deleted/);
    expect(await attempt("UPDATE withdrawals SET state = 'paid' WHERE id = 'wdr_c'")).toMatch(/withdrawals_paid/);
    expect(await attempt("UPDATE withdrawals SET updated_at_ms = 'now' WHERE id = 'wdr_c'")).toMatch(
      /cannot store TEXT/,
    );
  });
});
