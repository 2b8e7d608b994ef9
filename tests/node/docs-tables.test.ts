import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { noticeTable } from "~/areas/notices/send-notice";
import { OUTBOX_KINDS } from "~/db/schema/names";
import { type KeptAfter, sweptTables } from "../../workers/settlement/swept-tables";
import { outboxKinds } from "../support/outbox-kinds";
import { root } from "./project/source-files";

describe("the tables of the docs", () => {
  // The table in docs/architecture.md has every kind of work, and what is named as a cause is one.

  const page = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const section = /## What is done later\n[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? "";
  const workKinds = OUTBOX_KINDS.filter((kind) => kind !== "send-notice").sort();

  const kinds = Object.entries(outboxKinds).map(([start, kind]) => ({ start, ...kind }));
  const notices = Object.entries(noticeTable).map(([kind, notice]) => ({ start: `send-notice:${kind}`, ...notice }));

  const fileOf = (name: string) => join(root, name.startsWith("workers/") ? "" : "app", `${name}.ts`);
  const read = (name: string) => readFileSync(fileOf(name), "utf8");

  describe("the outbox table in the architecture page", () => {
    it("lists every kind of work once", () => {
      const rows = section.split("\n").filter((line) => line.startsWith("| `"));
      expect(rows).toHaveLength(kinds.length);
      expect(kinds.map(({ start }) => start).sort()).toEqual(workKinds);
    });

    it("names the files that do the work", () => {
      const runs = read("workers/settlement/outbox");
      for (const { start, handler } of kinds) {
        expect(existsSync(fileOf(handler)), handler).toBe(true);
        expect(runs, start).toContain(`from "~/${handler}"`);
      }
    });
  });

  it("what writes a row of the outbox is a trigger or a file that says so", () => {
    expect(read("core/outbox/enqueue")).toContain("INSERT INTO outbox");
    for (const { start, triggers = [], statements = [] } of [...kinds, ...notices]) {
      expect(triggers.length + statements.length, start).toBeGreaterThan(0);
      for (const file of statements) {
        const text = read(file);
        if (!text.includes("INSERT INTO outbox"))
          expect(text, file).toContain(`"${start.replace("send-notice:", "")}"`);
      }
    }
  });

  // The table in docs/data-retention.md matches the list in the code, and leaves no table of the database out.

  const retentionPage = readFileSync(join(root, "docs", "data-retention.md"), "utf8");
  const retention = /## What is kept, and how long\n[\s\S]*?(?=\n## )/.exec(retentionPage)?.[0] ?? "";
  const keptRows = retention
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
      const swept = keptRows.filter(({ howLong }) => howLong !== "stays");
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
      expect(keptRows.flatMap((row) => row.tables).sort()).toEqual(tables.sort());
    });

    it("says for every kind of work why it is not requested again once its row is gone", () => {
      const reasons = quotedIn(retention.slice(retention.indexOf("The id of an outbox row")));
      expect(reasons.sort()).toEqual(workKinds);
    });
  });
});

const page = readFileSync(join(root, "docs", "spec-coverage.md"), "utf8");
const decisions = readFileSync(join(root, "docs", "decisions.md"), "utf8");

const lines = page.split("\n").filter((line) => line.startsWith("|") && !/^\| Section \||^\|---/.test(line));
const rows = lines.map((line) => {
  const [section = "", proof = "", otherwise = "", ...more] = line.slice(1, -1).split(" | ");
  return { section: section.trim(), proofs: proof.trim().split("<br>"), otherwise: otherwise.trim(), more };
});

const TEST = /^(tests\/\S+\.tsx?) > (.+)$/;
const texts = new Map<string, string>();

/** Whether the named file has a title that is, or ends with, this one. */
function namesTest(proof: string): boolean {
  const [, path = "", title = ""] = TEST.exec(proof) ?? [];
  if (path === "" || !existsSync(join(root, path))) return false;
  const text = texts.get(path) ?? readFileSync(join(root, path), "utf8");
  texts.set(path, text);
  return [`"`, `'`, "`"].some((quote) => text.includes(`${title}${quote}`));
}

const decisionsIn = (text: string) => [...text.matchAll(/decisions\.md > ([^;)]+)/g)].map(([, entry = ""]) => entry);
const isOnRecord = (entry: string) => decisions.includes(`**${entry}`);

describe("the table of the specification and its proof", () => {
  it("has the nine points of the specification in order, each with rows of three cells", () => {
    const points = [...page.matchAll(/^## (\d)\. /gm)].map(([, point]) => Number(point));
    expect([...new Set(points)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(points).toEqual([...points].sort());
    for (const part of page.split(/^## /m).slice(1))
      expect(part, part.slice(0, 30)).toMatch(/^\|---\|---\|---\|\n\| \S/m);
    expect(rows.filter(({ section, otherwise, more }) => !section || !otherwise || more.length > 0)).toEqual([]);
  });

  it("has every section once, with all fifteen screens among them", () => {
    const sections = rows.map(({ section }) => section);
    expect(new Set(sections).size).toBe(sections.length);
    const screens = sections.map((section) => Number(/^(\d+)\. /.exec(section)?.[1])).filter(Boolean);
    expect([...new Set(screens)]).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it("names only tests that exist, at least one in each row", () => {
    expect(
      rows.flatMap(({ section, proofs }) => proofs.filter((one) => !namesTest(one)).map((one) => [section, one])),
    ).toEqual([]);
    expect(texts.size).toBeGreaterThan(20);
  });

  it("names a recorded decision wherever the product departs from the specification", () => {
    const departures = rows.filter(({ otherwise }) => otherwise !== "-");
    expect(departures.length).toBeGreaterThan(10);
    expect(departures.filter(({ otherwise }) => decisionsIn(otherwise).length === 0)).toEqual([]);
    expect(departures.flatMap(({ otherwise }) => decisionsIn(otherwise)).filter((entry) => !isOnRecord(entry))).toEqual(
      [],
    );
  });
});
