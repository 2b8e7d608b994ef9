import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "./project/source-files";

const NAMERS = new Set(["it", "test", "describe"]);

/** `it` of `it(…)`, `it.each(…)(…)` and `it.each<T>(…)(…)`. */
function namer(node: ts.Expression): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return namer(node.expression);
  return null;
}

/** The titles of a file's tests and groups; those of tables as they are written, with their placeholders. */
function titlesIn(file: string): Set<string> {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, false);
  const titles = new Set<string>();
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && NAMERS.has(namer(node.expression) ?? "")) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.add(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const page = readFileSync(join(root, "docs", "spec-coverage.md"), "utf8");
const decisions = readFileSync(join(root, "docs", "decisions.md"), "utf8");

const lines = page.split("\n").filter((line) => line.startsWith("|") && !/^\| Section \||^\|---/.test(line));
const rows = lines.map((line) => {
  const [section = "", proof = "", otherwise = "", ...more] = line.slice(1, -1).split(" | ");
  return { section: section.trim(), proofs: proof.trim().split("<br>"), otherwise: otherwise.trim(), more };
});

const TEST = /^(tests\/\S+\.tsx?) > (.+)$/;
const titlesOf = new Map<string, Set<string>>();

/** Whether the named file has a test or group with exactly this title. */
function namesTest(proof: string): boolean {
  const [, path = "", title = ""] = TEST.exec(proof) ?? [];
  const file = join(root, path);
  if (path === "" || !existsSync(file)) return false;
  const titles = titlesOf.get(path) ?? titlesIn(file);
  titlesOf.set(path, titles);
  return titles.has(title);
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
    expect(titlesOf.size).toBeGreaterThan(20);
  });

  it("would notice a title or a file that does not exist", () => {
    const [real = ""] = rows[0]?.proofs ?? [];
    expect(namesTest(real)).toBe(true);
    expect(namesTest(`${real}!`)).toBe(false);
    expect(namesTest("tests/e2e/no-such-file.test.ts > works")).toBe(false);
    expect(namesTest("by looking at it")).toBe(false);
    expect(isOnRecord("A failed page is an error page with a reference")).toBe(true);
    expect(isOnRecord("A decision nobody made")).toBe(false);
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
