import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { noticeTable } from "~/areas/notices/inside/notice-table";
import { OUTBOX_KINDS } from "~/db/schema/names";
import { type KeptAfter, sweptTables } from "../../workers/settlement/sweeping/swept-tables";
import { root } from "./project/source-files";

// The table in docs/data-retention.md matches the list in the code, and leaves no table of the database out.

const page = readFileSync(join(root, "docs", "data-retention.md"), "utf8");
const section = /## What is kept, and how long\n[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? "";
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, tables = "", , howLong = ""]) => ({ tables: quotedIn(tables), howLong }));

function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([\w-]+)`/g)].map(([, word = ""]) => word);
}

const UNITS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

function inWords(kept: KeptAfter): string {
  const column = `\`${kept.column.name}\``;
  if ("months" in kept) return `${kept.months} months after ${column}`;
  if (kept.ms === 0) return `as soon as ${column} has passed`;
  const [unit, ms] = Object.entries(UNITS).find(([, size]) => kept.ms % size === 0) ?? ["ms", 1];
  const count = kept.ms / ms;
  return `${count} ${unit}${count === 1 ? "" : "s"} after ${column}`;
}

function tablesOfSchema(): string[] {
  const modules = import.meta.glob<Record<string, unknown>>(["../../app/db/schema/*.ts", "!**/names*.ts"], {
    eager: true,
  });
  return Object.values(modules)
    .flatMap((one) => Object.values(one))
    .filter((one) => is(one, SQLiteTable))
    .map((table) => getTableName(table));
}

describe("the table of what is kept, in the data-retention page", () => {
  it("says of each table that is swept after what time, as the code does", () => {
    const swept = rows.filter(({ howLong }) => howLong !== "stays");
    expect(swept).toEqual(
      sweptTables.map(({ key, over }) => ({
        tables: [getTableName(key.table)],
        howLong: over.map(inWords).join(", "),
      })),
    );
  });

  it("names every table of the database once, as swept or as one that stays", () => {
    const tables = tablesOfSchema();
    expect(tables.length).toBeGreaterThan(20);
    expect(rows.flatMap((row) => row.tables).sort()).toEqual(tables.sort());
  });

  it("says for every kind of work why it is not requested again once its row is gone", () => {
    const reasons = quotedIn(section.slice(section.indexOf("The id of an outbox row")));
    const kinds = OUTBOX_KINDS.filter((kind) => kind !== "send-notice");
    expect(reasons.sort()).toEqual(kinds.sort());
    for (const [notice, { once }] of Object.entries(noticeTable)) expect(once.length, notice).toBeGreaterThan(20);
  });
});
