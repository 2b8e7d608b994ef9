// Tries each rule that db/rules.ts declares against rows of every table, without the rules that are written by hand.
import { getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { rowRules, rowTriggers } from "~/db/rules";
import { createTestContext } from "../support/context";
import { fillEveryTable } from "./support/every-table";
import { answer } from "./support/rules";

const { db, ...context } = createTestContext();
const schema = Object.values(import.meta.glob<Record<string, unknown>>("../../app/db/schema/*.ts", { eager: true }));
const tables = schema.flatMap((file) => Object.values(file)).filter((one) => is(one, SQLiteTable));
const generated = rowTriggers(tables);
const columnsOf = new Map(tables.map((table) => [getTableName(table), getTableConfig(table).columns]));
const ruled = Object.entries(rowRules).map(([table, rules]) => ({ table, ...rules }));
const named = [...columnsOf].flatMap(([table, columns]) =>
  columns
    .filter(({ enumValues }) => rowRules[table] && (enumValues?.length ?? 0) > 0)
    .map((column) => ({ table, column: column.name })),
);

type Cell = { name: string; type: string };
const cellsOf = (table: string) => db.all<Cell>(sql`SELECT name, type FROM pragma_table_info(${table})`);
const somethingElse = ({ name, type }: Cell) =>
  type === "TEXT" ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1`;
/** Inserts a copy of a row in which these cells have other values, as SQL. */
async function copyWith(table: string, cells: Record<string, string>) {
  const all = (await cellsOf(table)).map(({ name }) => name);
  return `INSERT INTO ${table} (${all.join(", ")}) SELECT ${all.map((name) => cells[name] ?? name).join(", ")} FROM ${table} LIMIT 1`;
}

let before: { name: string; text: string }[];
beforeAll(async () => {
  await fillEveryTable({ db, ...context });
  before = await db.all(sql`SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger'`);
  const declared = new Set(generated.map(({ name }) => name));
  for (const { name } of before) if (!declared.has(name)) await db.run(sql.raw(`DROP TRIGGER ${name}`));
});

describe("the rules of rows", () => {
  it("are in the database as they are declared: npm run db:generate was run", () => {
    const found = new Map(before.map(({ name, text }) => [name, text]));
    for (const { name, text } of generated) expect(`${found.get(name)};`, name).toBe(text);
  });

  it.each(ruled.filter(({ kept }) => kept))("keep every row of $table", async ({ table }) => {
    expect((await db.all(sql.raw(`SELECT 1 FROM ${table}`))).length).toBeGreaterThan(0);
    expect(await answer(`DELETE FROM ${table}`)).toContain(`${table}: rows cannot be deleted`);
  });

  it.each(ruled.filter(({ fixed }) => fixed !== undefined))(
    "keep the fixed columns of $table",
    async ({ table, fixed = "" }) => {
      const cells = await cellsOf(table);
      const why = fixed === "all" ? "rows cannot change" : "these columns cannot change";
      for (const cell of cells.filter(({ name }) => fixed === "all" || fixed.split(" ").includes(name)))
        expect(await answer(`UPDATE ${table} SET ${cell.name} = ${somethingElse(cell)}`), cell.name).toContain(
          `${table}: ${why}`,
        );
    },
  );

  it.each(ruled.filter(({ once }) => once))(
    "keep the first value of some columns of $table",
    async ({ table, once = "" }) => {
      const cells = (await cellsOf(table)).filter(({ name }) => once.split(" ").includes(name));
      const user = "(SELECT id FROM users LIMIT 1)";
      const values = cells.map((cell) => `${cell.name} = ${cell.name.endsWith("_by") ? user : somethingElse(cell)}`);
      // Where no row has them yet: some come together, others alone. A row in which they do not belong refuses them.
      for (const set of [values.join(", "), ...values]) {
        const without = `SELECT max(rowid) FROM ${table} WHERE ${set.split(" ", 1)[0]} IS NULL`;
        await answer(`UPDATE ${table} SET ${set} WHERE rowid = (${without})`);
      }
      for (const cell of cells)
        for (const other of [somethingElse(cell), "NULL"])
          expect(
            await answer(`UPDATE ${table} SET ${cell.name} = ${other} WHERE ${cell.name} IS NOT NULL`),
            `${cell.name} = ${other}`,
          ).toContain(`${table}: these columns cannot change once written`);
    },
  );

  it.each(ruled.filter(({ empty }) => empty))(
    "let a row of $table start without some columns",
    async ({ table, empty = "" }) => {
      for (const cell of (await cellsOf(table)).filter(({ name }) => empty.split(" ").includes(name)))
        expect(await answer(await copyWith(table, { [cell.name]: somethingElse(cell) })), cell.name).toContain(
          `${table}: a row cannot start with these columns`,
        );
    },
  );

  it.each(ruled.filter(({ starts }) => starts))(
    "let a row of $table start in no other state",
    async ({ table, starts = [] }) => {
      const states: readonly string[] = columnsOf.get(table)?.find(({ name }) => name === "state")?.enumValues ?? [];
      for (const state of states.filter((one) => !starts.includes(one)))
        expect(await answer(await copyWith(table, { state: `'${state}'` })), state).toContain(
          `${table}: a row cannot start in this state`,
        );
    },
  );

  it("let no column hold an unknown name", async () => {
    for (const { table, column } of named) {
      const { starts, fixed = "", graph } = rowRules[table] ?? {};
      if (!(starts && column === "state")) {
        const start: Record<string, string> = starts ? { state: `'${starts[0]}'` } : {};
        const copy = await copyWith(table, { ...start, [column]: "'unheard-of'" });
        expect(await answer(copy), `${table}.${column}`).toContain(`${table}: ${column} must be known`);
      }
      const isFixed = fixed === "all" || fixed.split(" ").includes(column);
      const why = isFixed ? /cannot change/ : graph && column === "state" ? /cannot change like this/ : /must be known/;
      expect(await answer(`UPDATE ${table} SET ${column} = 'unheard-of'`), `${table}.${column}`).toMatch(why);
    }
  });
});
