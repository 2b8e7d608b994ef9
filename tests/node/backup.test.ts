import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { exportDatabase, orderDump, readStatements } from "../../scripts/ops/backup.mjs";
import { compareDumps, drillRestore } from "../../scripts/ops/restore-drill.mjs";
import { ask } from "../../scripts/steps/books.mjs";
import { ensureMigrated } from "../../scripts/steps/database.mjs";
import { ChangedStatements } from "../sim/mutants/change-statements";
import { applyRules } from "../sim/sqlite-d1";
import { IN_LONG_FORM } from "../support/effort";

const folder = mkdtempSync(join(tmpdir(), "dunnage-backup-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const TRIGGER = `CREATE TRIGGER keep BEFORE DELETE ON a WHEN old.t <> 'BEGIN;' BEGIN
  SELECT RAISE(ABORT, 'rows cannot go; as it''s law');
END`;

describe("a dump", () => {
  it("is read as statements, whatever stands in its texts and triggers", () => {
    const statements = [
      "CREATE TABLE a (t TEXT DEFAULT 'x;y')",
      "INSERT INTO a VALUES('it''s; the END\n of; BEGIN')",
      TRIGGER,
      "INSERT INTO \"a;b\" VALUES(replace('one\\ntwo;','\\n',char(10)))",
    ];
    expect(readStatements(`${statements.join(";\n")};\n`)).toEqual(statements);
  });

  it("is put in order: tables, rows, numbering, then what guards them", () => {
    const dump = [
      "PRAGMA defer_foreign_keys=TRUE",
      "CREATE TABLE a (t TEXT)",
      "INSERT INTO a VALUES('1')",
      "CREATE TABLE b (t TEXT)",
      "INSERT INTO b VALUES('2')",
      "DELETE FROM sqlite_sequence",
      "INSERT INTO \"sqlite_sequence\" VALUES('a',4)",
      TRIGGER,
      "CREATE VIEW v AS SELECT t FROM a",
      "CREATE UNIQUE INDEX i ON a (t)",
    ];
    const order = [0, 1, 3, 2, 4, 5, 6, 9, 8, 7].map((place) => dump[place]);
    expect(readStatements(orderDump(`${dump.join(";\n")};`))).toEqual(order);
    expect(() => orderDump("CREATE VIRTUAL TABLE v USING fts5(t);")).toThrow("unknown kind");
  });

  it("is compared with another: a lost row, a changed one and a lost rule are seen", async () => {
    const table = "CREATE TABLE a (n INTEGER, t TEXT);\n";
    const row = (n: number, t: string) => `INSERT INTO a VALUES(${n},'${t}');\n`;
    const before = fileOf("before.sql", `${table}${row(1, "x")}${row(1, "x")}${row(2, "y")}${TRIGGER};`);
    const differences = async (text: string) => (await compareDumps(before, fileOf("after.sql", text))).differences;
    expect(await differences(`${table}${row(2, "y")}${row(1, "x")}${row(1, "x")}${TRIGGER};`)).toEqual([]);
    expect(await differences(`${table}${row(2, "y")}${row(1, "x")}${TRIGGER};`)).toEqual([
      "a: 1 rows lost, 0 rows that were not there",
    ]);
    expect(await differences(`${table}${row(1, "x")}${row(1, "x")}${row(2, "z")}`)).toEqual([
      "trigger keep differs",
      "a: 1 rows lost, 1 rows that were not there",
    ]);
  });
});

const INFORMATION = "It''s a peat; sweet END; BEGIN of\n\nthree; paragraphs";
const ROWS = [
  `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
        cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms)
        VALUES ('csk_1', 'Ardbrae 桜', 'whisky', 'butt', 'Glen Test', '${INFORMATION}', 'Bond 1, Leith', 2019, 1234, 50000, 40, '2026-11-01', '2026-12-01', 1)`,
  "INSERT INTO users (id, email, referral_code, activated_at_ms, created_at_ms) VALUES ('usr_1', 'a@example.com', 'usr_1', 1, 1)",
  `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
        VALUES ('stage:usr_1', 'house:promotions', 'user:usr_1:wallet', 4000, 'USD', 'promotion', 'user:usr_1', 1)`,
];

/** A database with the product's tables and rules and a few rows, as an export writes it: in the order of its schema. */
async function dumpOfRows(): Promise<string> {
  const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  const texts = migrations.sort().map((name) => readFileSync(join("migrations", name), "utf8"));
  const sqlite = await applyRules(texts, new ChangedStatements([]));
  for (const statement of ROWS) sqlite.run(statement);
  const read = (query: string) => sqlite.exec(query)[0]?.values.map((row) => row.map(String)) ?? [];
  const lines = ["PRAGMA defer_foreign_keys=TRUE"];
  const schema = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'sqlite_sequence'";
  for (const [type, name = "", sql = ""] of read(schema)) {
    lines.push(sql);
    if (type !== "table") continue;
    const columns = read(`SELECT name FROM pragma_table_info('${name}')`).map(([column]) => `quote("${column}")`);
    const rows = read(`SELECT ${columns.join(" || ',' || ")} FROM "${name}"`);
    lines.push(...rows.map(([values]) => `INSERT INTO "${name}" VALUES(${values})`));
  }
  return `${lines.join(";\n")};\n`;
}

it("an export in its imported order has every table, row and trigger", async () => {
  const dump = await dumpOfRows();
  expect(dump.match(/^CREATE TRIGGER/gm)?.length).toBeGreaterThan(100);
  const written = fileOf("written.sql", dump);
  const { tables, rows, differences } = await compareDumps(written, fileOf("ordered.sql", orderDump(dump)));
  expect(differences).toEqual([]);
  expect(tables).toBeGreaterThan(50);
  expect(rows).toBeGreaterThan(50);
});

describe.runIf(IN_LONG_FORM)("a backup of a local database", () => {
  it("is restored with every row, every rule and balanced books", async () => {
    const stateDir = join(folder, "state");
    await ensureMigrated(stateDir);
    await ask(stateDir, ROWS);
    const backup = join(folder, "backup.sql");
    await exportDatabase({ stateDir }, backup);
    expect(statSync(backup).mode & 0o077).toBe(0);
    expect(readFileSync(backup, "utf8").match(/^CREATE TRIGGER/gm)?.length).toBeGreaterThan(100);
    const { tables, rows, differences } = await drillRestore(backup);
    expect(differences).toEqual([]);
    expect(tables).toBeGreaterThan(50);
    expect(rows).toBeGreaterThan(100);
  });
});
