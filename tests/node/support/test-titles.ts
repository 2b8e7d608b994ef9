import { readFileSync } from "node:fs";
import ts from "typescript";

const NAMERS = new Set(["it", "test", "describe"]);

/** `it` of `it(…)`, `it.each(…)(…)` and `it.each<T>(…)(…)`. */
function namer(node: ts.Expression): string | null {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return namer(node.expression);
  return null;
}

/** The titles of a file's tests and groups; those of tables as they are written, with their placeholders. */
export function titlesIn(file: string): Set<string> {
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
