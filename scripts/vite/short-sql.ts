import type { Plugin } from "vite";

// A statement is written over several lines for whoever reads it. SQLite does not care, and the Worker carries every one of them, so
// the build puts each on one line. A statement with a comment stays as it is written.

type Node = { type: string; start: number; end: number };
type Tagged = { tag: { type: string; name?: string }; quasi: { quasis: Node[] } };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** The texts of all templates tagged `sql`, in the order of the tree. */
function textsOf(node: Node, found: Node[] = []): Node[] {
  if (node.type === "TaggedTemplateExpression") {
    const { tag, quasi } = node as unknown as Tagged;
    if (tag.type === "Identifier" && tag.name === "sql") found.push(...quasi.quasis);
  }
  for (const part of Object.values(node).flat()) if (isNode(part)) textsOf(part, found);
  return found;
}

export const shortSql: Plugin = {
  name: "short-sql",
  apply: "build",
  enforce: "post",
  transform(code, id) {
    if (!id.includes("/app/") || !code.includes("sql`")) return null;
    const texts = textsOf(this.parse(code)).sort((one, other) => other.start - one.start);
    let made = code;
    for (const { start, end } of texts) {
      const text = code.slice(start, end);
      if (!text.includes("--")) made = made.slice(0, start) + text.replace(/\s*\n\s*/g, " ") + made.slice(end);
    }
    return { code: made, map: null };
  },
};
