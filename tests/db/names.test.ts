// A list in TypeScript and its table in the database contain the same names.
import { env } from "cloudflare:test";
import { getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { createDatabase } from "~/db/client";
import type { CASK_TYPES, EVENT_CONCERNS, PAYMENT_PROVIDERS } from "~/db/schema/names";
import type { CaskType } from "~/domain/cask-shape";
import type { ProviderEvent, ProviderName } from "~/integrations/payments/port";
import { createTestContext } from "../support/context";
import { fillEveryTable } from "./support/every-table";
import { changeTables, nameTables } from "./support/name-tables";
import { answer } from "./support/rules";

const db = createDatabase(env.DB);
const schema = Object.values(import.meta.glob<Record<string, unknown>>("../../app/db/schema/*.ts", { eager: true }));
const tables = schema.flatMap((area) => Object.values(area)).filter((one) => is(one, SQLiteTable));
const isList = new Set(nameTables.map(({ table }) => table));

type Key = { child: string; column: string; list: string };
let keys: Key[];

beforeAll(async () => {
  await fillEveryTable(createTestContext());
  const of = (table: string) =>
    db.all<Key>(
      sql`SELECT ${table} AS child, "from" AS column, "table" AS list FROM pragma_foreign_key_list(${table})`,
    );
  const all = (await Promise.all(tables.map((table) => of(getTableName(table))))).flat();
  keys = all.filter(({ list }) => isList.has(list));
});

describe("a list of names", () => {
  it.each(nameTables)("$table holds the same names in TypeScript and in the database", async ({ table, names }) => {
    const rows = await db.all<{ name: string }>(sql.raw(`SELECT name FROM ${table}`));
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(names.length).toBeGreaterThan(0);
  });

  it("is a STRICT table without rowid, so that looking up a name reads no row", async () => {
    const rows = await db.all<{ name: string }>(
      sql`SELECT name FROM pragma_table_list WHERE wr = 1 AND strict = 1 ORDER BY name`,
    );
    const expected = [...nameTables, ...changeTables].map(({ table }) => table);
    expect(rows.map(({ name }) => name)).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(30);
  });

  it("is referred to by every column whose names TypeScript knows, and by those that name a notice", () => {
    const held = new Set(keys.map(({ child, column }) => `${child}.${column}`));
    const named = tables
      .map(getTableConfig)
      .flatMap(({ name, columns }) =>
        columns
          .filter((column) => (column.enumValues?.length ?? 0) > 0 || column.name === "notice")
          .map((column) => `${name}.${column.name}`),
      );
    expect(named.filter((column) => !held.has(column) && !isList.has(column.split(".")[0] ?? ""))).toEqual([]);
    expect(new Set(keys.map(({ list }) => list))).toEqual(isList);
  });

  it("refuses a name that is not on it, in every column", async () => {
    for (const { child, column } of keys) {
      // Of settings one: two with the same key are refused for that. Of bids those that have a result.
      const which =
        child === "settings"
          ? " WHERE key = 'joining_fee_cents'"
          : child === "bids" && column === "result"
            ? " WHERE counted_at_ms IS NOT NULL"
            : "";
      const outcome = await answer(`UPDATE ${child} SET ${column} = 'unheard-of'${which}`);
      // The rules for fixed columns, states and id formats refuse these before the list is consulted.
      expect(outcome, `${child}.${column}`).toMatch(
        /FOREIGN KEY|fixed|append-only|forbidden change|never changed|outbox_id|outbox_notice/,
      );
    }
    const insert = "INSERT INTO provider_events (id, provider, type, concerns, received_at_ms) VALUES ('x',";
    expect(await answer(`${insert} 'nobody', 't', 'nothing', 1)`)).toMatch(/FOREIGN KEY/);
    expect(await answer(`${insert} 'stripe', 't', 'gossip', 1)`)).toMatch(/FOREIGN KEY/);
    expect(await answer(`${insert} 'stripe', 't', 'nothing', 1)`)).toBe("allowed");
  });

  it("has the same names as the code that does not know the database", () => {
    expectTypeOf<ProviderName>().toEqualTypeOf<(typeof PAYMENT_PROVIDERS)[number]>();
    expectTypeOf<ProviderEvent["concerns"]>().toEqualTypeOf<(typeof EVENT_CONCERNS)[number]>();
    expectTypeOf<CaskType>().toEqualTypeOf<(typeof CASK_TYPES)[number]>();
  });
});
