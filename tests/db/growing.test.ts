// A future migration on a database in use: it adds names, a state with its changes and columns, and touches nothing
// else.
import { applyD1Migrations, env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestContext } from "../support/context";
import { signIn } from "../support/people";
import { type Filled, fillEveryTable } from "./support/every-table";
import { copyOfCask, run } from "./support/rows-in-states";
import { answer, readRules, trespasses } from "./support/rules";

const NEXT_YEAR = {
  name: "9999_next_year.sql",
  queries: [
    "INSERT INTO payment_providers (name) VALUES ('third')",
    "INSERT INTO accounts (id, currency, may_overdraw) VALUES ('house:third', 'USD', 1)",
    "INSERT INTO cask_kinds (name) VALUES ('gin')",
    "INSERT INTO user_roles (name) VALUES ('auditor')",
    "INSERT INTO outbox_kinds (name) VALUES ('anchor-ledger')",
    "INSERT INTO payment_states (name) VALUES ('looked-at')",
    "INSERT INTO payment_state_changes (was, becomes) VALUES ('paid', 'looked-at'), ('looked-at', 'settled')",
    "ALTER TABLE casks ADD COLUMN abv_permille INTEGER CHECK (abv_permille BETWEEN 1 AND 1000)",
    "ALTER TABLE payments ADD COLUMN noticed_by TEXT REFERENCES user_roles (name)",
  ],
};
const ADDED: Record<string, number> = {
  payment_providers: 1,
  accounts: 1,
  cask_kinds: 1,
  user_roles: 1,
  outbox_kinds: 1,
  payment_states: 1,
  payment_state_changes: 2,
};

const context = createTestContext();
const { db } = context;
let filled: Filled;
type Look = { rows: Map<string, string[]>; triggers: unknown[] };
let before: Look;
let after: Look;

async function look(): Promise<Look> {
  const tables = await db.all<{ name: string }>(sql`SELECT name FROM pragma_table_list
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'`);
  const rows = new Map<string, string[]>();
  for (const { name } of tables) {
    const found = await db.all<object>(sql.raw(`SELECT * FROM ${name}`));
    rows.set(
      name,
      found.map((row) => JSON.stringify({ ...row, abv_permille: undefined, noticed_by: undefined })),
    );
  }
  const triggers = await db.all(sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name`);
  return { rows, triggers };
}

beforeAll(async () => {
  filled = await fillEveryTable(context);
  before = await look();
  await applyD1Migrations(env.DB, [NEXT_YEAR]);
  after = await look();
});

describe("a migration that adds a provider, a kind of cask, a role, a kind of work, a state and columns", () => {
  it("keeps every row and every rule", async () => {
    // No row ever gets into `refusals`.
    expect([...before.rows].filter(([, rows]) => rows.length === 0)).toEqual([["refusals", []]]);
    expect(after.triggers).toEqual(before.triggers);
    for (const [table, rows] of before.rows) {
      const now = after.rows.get(table) ?? [];
      expect(now.filter((row) => rows.includes(row)).sort(), table).toEqual([...rows].sort());
      expect(now.length - rows.length, table).toBe(ADDED[table] ?? 0);
    }
    expect(await db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([]);
  });

  it("lets the new values work", async () => {
    const { userId } = await signIn(context);
    const work = [
      copyOfCask("csk_gin", { kind: "'gin'", abv_permille: "430" }),
      `UPDATE users SET role = 'auditor' WHERE id = '${userId}'`,
      `INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, noticed_by, expires_at_ms, created_at_ms, updated_at_ms)
        VALUES ('pay_third', '${userId}', 'joining-fee', 'p', 1000, 'Bank', 'third', 'auditor', 1, 1, 1)`,
      ...["paid", "looked-at", "settled"].map(
        (state) => `UPDATE payments SET state = '${state}' WHERE id = 'pay_third'`,
      ),
      `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES ('t', 'house:third', 'house:unsettled', 1000, 'USD', 'payment-received', 'payment:pay_third', 1)`,
      `INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms) VALUES ('anchor-ledger:1', 'anchor-ledger', '1', 1, 1)`,
    ];
    for (const statement of work) expect(await answer(statement), statement).toBe("allowed");
  });

  it("refuses what was refused before", async () => {
    for (const rule of await readRules(db)) {
      if (rule.on === "INSERT" || rule.when) continue;
      for (const statement of await trespasses(db, rule))
        expect(await answer(statement), statement).toContain(rule.message);
    }
    const refused: [string, RegExp][] = [
      ["UPDATE payments SET state = 'looked-at' WHERE id = 'pay_bare'", /forbidden change of payment state/],
      ["UPDATE payments SET noticed_by = 'nobody' WHERE id = 'pay_third'", /FOREIGN KEY/],
      ["UPDATE casks SET abv_permille = 1001", /CHECK/],
      ["UPDATE casks SET kind = 'beer' WHERE sold_stakes + reserved_stakes = 0", /FOREIGN KEY/],
      ["UPDATE casks SET sold_stakes = total_stakes + 1", /casks_stock/],
      ["UPDATE users SET role = 'owner'", /FOREIGN KEY/],
      [filled.rows.withdrawal("wdr_x", { state: "paid" }), /may not start/],
    ];
    for (const [statement, reason] of refused) expect(await answer(statement), statement).toMatch(reason);
    await run("UPDATE casks SET abv_permille = 430");
  });
});

describe("transfers", () => {
  it("have one order, which neither a replay nor an update changes", async () => {
    const insert = `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES ('order', 'house:promotions', 'user:${filled.person.userId}:wallet', 5, 'USD', 'promotion', 'x', 1) ON CONFLICT (id) DO NOTHING`;
    await run(insert);
    await run(insert);
    const rows = await db.all<{ seq: number; id: string }>(sql`SELECT seq, id FROM transfers ORDER BY seq`);
    expect(rows.at(-1)?.id).toBe("order");
    expect(rows.filter(({ id }) => id === "order")).toHaveLength(1);
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length);
    expect(await answer("UPDATE transfers SET seq = seq + 1000")).toMatch(/append-only/);
  });
});
