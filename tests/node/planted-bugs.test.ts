import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changeCode } from "../../scripts/sim/change-code.mjs";
import { MUTANTS } from "../sim/mutants/all-mutants";
import { sourceFiles } from "./project/source-files";

// Checks what `npm run sim -- --planted` depends on without running it: code that was moved or reworded is noticed here
// first. Only a run can tell whether a changed statement is ever used.

const rules = sourceFiles(["migrations"], /\.sql$/)
  .map(({ text }) => text)
  .join("\n");

describe("a planted bug", () => {
  it("has a name of its own and changes something", () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    expect(MUTANTS.filter(({ statements, code, drop }) => ![...statements, ...code, ...drop].length)).toEqual([]);
  });

  it.each(MUTANTS.filter(({ code }) => code.length > 0))("finds the one place it changes: $name", ({ code }) =>
    expect(changeCode(code).size).toBeGreaterThan(0),
  );

  it.each(MUTANTS.filter(({ drop }) => drop.length > 0))("removes a rule that exists: $name", ({ drop }) => {
    const missing = drop.filter((statement) => {
      // One recreated in a weaker form was dropped first.
      const [, weaker] = /^CREATE TRIGGER (\w+)/.exec(statement) ?? [];
      if (weaker) return !drop.includes(`DROP TRIGGER ${weaker}`);
      const [, kind, name] = /^DROP (TRIGGER|INDEX) (\w+)$/.exec(statement) ?? [];
      return !new RegExp(`CREATE (UNIQUE )?${kind} [\`"]?${name}\\b`).test(rules);
    });
    expect(missing).toEqual([]);
  });

  it("names a test that exists, as its title is written or with the values of a row in it", () => {
    const isTitle = (text: string, title: string) =>
      [...text.matchAll(/["`]([^"`\n]+)["`]/g)].some(([, written = ""]) => {
        const plain = written.split(/%[a-z]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
        return written.includes(title) || new RegExp(`^${plain.join(".+")}$`).test(title);
      });
    const missing = MUTANTS.flatMap(({ test }) => test ?? []).filter((named) => {
      const [file = "", title = ""] = named.split(" > ");
      return !existsSync(file) || !isTitle(readFileSync(file, "utf8"), title);
    });
    expect(missing).toEqual([]);
  });

  it("cannot be planted where its text occurs twice or not at all", () => {
    expect(() => changeCode([{ find: "no such words anywhere", replace: "" }])).toThrow("0 places");
    expect(() => changeCode([{ find: "export const", replace: "" }])).toThrow(/^\d+ places/);
  });
});
