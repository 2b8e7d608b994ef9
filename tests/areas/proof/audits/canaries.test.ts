import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { fillEveryTable } from "../../../db/support/every-table";
import { auditTomorrow } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { creditWallet, giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";

// Personal data stands in many tables, and in nothing that the audit publishes.

const context = createTestContext();
const { db, clock } = context;

/** Columns that say who somebody is, or how to reach or pay them, wherever they stand. */
const PERSONAL =
  /^(email|phone|full_name|name_on_.*|holder_name|former|address|account_.*|ip|device|endpoint|stop_token|salt|token.*|user_id|message|relationship)$/;
const NOT_OF_PEOPLE = new Set(["accounts", "casks", "evidence", "provider_events"]);

async function personalValues(): Promise<string[]> {
  const tables = await db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'`,
  );
  const values = new Set<string>();
  for (const { name } of tables.filter((one) => !NOT_OF_PEOPLE.has(one.name))) {
    const columns = await db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${name})`);
    for (const column of columns.filter((one) => PERSONAL.test(one.name))) {
      const rows = await db.all<{ value: unknown }>(
        sql.raw(`SELECT DISTINCT "${column.name}" AS value FROM "${name}"`),
      );
      for (const { value } of rows) if (typeof value === "string" && value.length >= 5) values.add(value);
    }
  }
  return [...values];
}

/** The rows of audits that fill the tables: none of them was published. */
async function forgetMadeUpProof() {
  const rules = await db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'audits'`,
  );
  for (const { name } of rules) await db.run(sql.raw(`DROP TRIGGER ${name}`));
  for (const table of ["audited_casks", "audits"]) await db.run(sql.raw(`DELETE FROM ${table}`));
}

/** Everything below a folder of what is published, as text. */
async function publishedBelow(prefix: string): Promise<{ key: string; text: string }[]> {
  const { objects } = await env.PROOF.list({ prefix });
  return Promise.all(
    objects.map(async ({ key }) => {
      const file = (await env.PROOF.get(key)) ?? expect.fail(key);
      return { key, text: new TextDecoder("latin1").decode(await file.arrayBuffer()) };
    }),
  );
}

it("no value of a person, of any table, is in the audit's files", async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  clock.nowMs = Math.max(clock.nowMs, Date.UTC(2026, 10, 24, 9));
  await fillEveryTable(context);
  await forgetMadeUpProof();
  const caskId = await putCask(context, { totalStakes: 40 });
  const people = await Promise.all(Array.from({ length: 4 }, () => signIn(context)));
  for (const [at, person] of people.entries()) {
    await giveStake(context, person, caskId);
    await creditWallet(context, person, 1_000 + at);
  }
  await auditTomorrow(context);
  const values = await personalValues();
  for (const person of people) expect(values).toEqual(expect.arrayContaining([person.email, person.userId]));
  const published = await publishedBelow("audit/");
  expect(published.map(({ key }) => key)).toContain("audit/latest.json");
  for (const { key, text } of published)
    for (const value of values) expect(text.includes(value), `${key} holds ${value}`).toBe(false);
});
