import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./project/source-files";
import { titlesIn } from "./support/test-titles";

const page = readFileSync(join(root, "docs", "spec-coverage.md"), "utf8");
const decisions = readFileSync(join(root, "docs", "decisions.md"), "utf8");

type Row = { number: number; statement: string; proofs: string[] };

const rows: Row[] = [...page.matchAll(/^\| *(\d+) *\|(.*)\|(.*)\|$/gm)].map(
  ([, number, statement = "", proof = ""]) => ({
    number: Number(number),
    statement: statement.trim(),
    // A title may hold a semicolon itself.
    proofs: proof.trim().split(/; (?=tests\/|decisions\.md > )/),
  }),
);

const TEST = /^(tests\/\S+\.test\.tsx?) > (.+)$/;
const DECISION = /^decisions\.md > (.+)$/;
const NOT_YET = /^not yet: (.{10,})$/;

const proofs = rows.flatMap((row) => row.proofs.map((proof) => ({ number: row.number, proof })));
const isNotYet = ({ proofs: given }: Row) => given.some((proof) => NOT_YET.test(proof));
const hasTest = ({ proofs: given }: Row) => given.some((proof) => TEST.test(proof));
const stated = (words: string) => Number(new RegExp(`\\b${words}: (\\d+)\\.`).exec(page)?.[1]);

describe("the table of what is proved", () => {
  it("has every line of its tables read, numbered from 1 without a gap", () => {
    const lines = page.split("\n").filter((line) => line.startsWith("|") && !/^\| no\. \||^\|---/.test(line));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThanOrEqual(170);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  });

  it("says each thing once", () => {
    expect(rows.filter(({ statement }) => statement.length < 10)).toEqual([]);
    expect(new Set(rows.map(({ statement }) => statement)).size).toBe(rows.length);
  });

  it("has a proof in every row, in one of the three forms; 'not yet' stands alone", () => {
    const strange = proofs.filter(({ proof }) => ![TEST, DECISION, NOT_YET].some((form) => form.test(proof)));
    expect(strange).toEqual([]);
    expect(rows.filter((row) => isNotYet(row) && row.proofs.length > 1)).toEqual([]);
  });

  it("names tests that exist", () => {
    const titles = new Map<string, Set<string>>();
    const missing = proofs.filter(({ proof }) => {
      const [, path = "", title = ""] = TEST.exec(proof) ?? [];
      if (path === "") return false;
      const file = join(root, path);
      const known = titles.get(path) ?? (existsSync(file) ? titlesIn(file) : new Set<string>());
      titles.set(path, known);
      return !known.has(title);
    });
    expect(missing).toEqual([]);
    expect(titles.size).toBeGreaterThan(20);
  });

  it("names decisions that are on record", () => {
    const missing = proofs.filter(({ proof }) => {
      const [, entry] = DECISION.exec(proof) ?? [];
      return entry !== undefined && !decisions.includes(`**${entry}`);
    });
    expect(missing).toEqual([]);
  });

  it("points at files that exist", () => {
    const filesIn = (text: string) => text.match(/\b(?:app|docs|workers|migrations|scripts)\/[\w./$-]+\.\w+/g) ?? [];
    expect(filesIn("held by app/root.tsx, and")).toEqual(["app/root.tsx"]);
    const files = filesIn(page);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it("counts itself right at the top", () => {
    const notYet = rows.filter(isNotYet).length;
    const proved = rows.filter(hasTest).length;
    expect(stated("Rows")).toBe(rows.length);
    expect(stated("Proved by a test")).toBe(proved);
    expect(stated("Settled by a decision alone")).toBe(rows.length - proved - notYet);
    expect(stated("Not yet")).toBe(notYet);
  });
});
