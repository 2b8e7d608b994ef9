import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./project/source-files";

// The migrations and app/db/schema declare the same schema.

let copy: string;

beforeAll(() => {
  mkdirSync(join(root, "tests", ".tmp"), { recursive: true });
  copy = mkdtempSync(join(root, "tests", ".tmp", "migrations-"));
  cpSync(join(root, "migrations"), copy, { recursive: true });
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("the migrations", () => {
  it("leave drizzle-kit nothing to generate", () => {
    const kit = join(root, "node_modules", "drizzle-kit", "bin.cjs");
    const options = ["--dialect", "sqlite", "--schema", "./app/db/schema/*.ts", "--out", relative(root, copy)];
    const made = spawnSync(process.execPath, [kit, "generate", ...options], { cwd: root, encoding: "utf8" });
    expect(made.stdout + made.stderr).toContain("No schema changes");
    expect(readdirSync(copy).sort()).toEqual(readdirSync(join(root, "migrations")).sort());
  });

  it("create only STRICT tables", () => {
    const texts = readdirSync(copy)
      .filter((name) => name.endsWith(".sql"))
      .map((name) => readFileSync(join(copy, name), "utf8"));
    const tables = texts.flatMap((text) => text.match(/^CREATE TABLE[\s\S]*?;$/gm) ?? []);
    expect(tables.length).toBeGreaterThan(50);
    expect(tables.filter((table) => !/\) STRICT(, WITHOUT ROWID)?;$/.test(table))).toEqual([]);
  });
});
