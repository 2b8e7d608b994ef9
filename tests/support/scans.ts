import type { Sent } from "./watch-statements";

/** Tables that do not grow with what is sold: one row, a fixed list, a few banks, and logins that are under way for minutes. */
const FIXED = new Set(["settings", "bank_layouts", "due_dates", "login_flows", "timer_jobs"]);

/**
 * The lines of a statement's plan that go through a whole table or index. Allowed are subqueries, whose own lines say how they find
 * their rows, an index that holds only what waits, and one that is read in its order until a LIMIT.
 */
export async function scansOf(d1: D1Database, { query, values }: Sent): Promise<string[]> {
  if (!/^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(query)) return [];
  const plan = await d1
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...values)
    .all<{ detail: string }>();
  const lines = plan.results.map(({ detail }) => detail);
  const partial = await partialIndexes(d1);
  const subqueries = new Set(lines.flatMap((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(line)?.[1] ?? []));
  const limited = /\bLIMIT\b/i.test(query);
  return lines.filter((line) => {
    const [, table, index] = /^SCAN ([A-Za-z_]\w*)(?:.* USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? [];
    if (!table || table === "CONSTANT" || FIXED.has(table) || subqueries.has(table) || /VIRTUAL TABLE/.test(line))
      return false;
    return index === undefined || !(partial.has(index) || limited);
  });
}

let known: Promise<Set<string>> | null = null;
/** The indexes are those of the migrations: asked for once. */
const partialIndexes = (d1: D1Database) =>
  (known ??= d1
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%) WHERE %'")
    .all<{ name: string }>()
    .then(({ results }) => new Set(results.map(({ name }) => name))));
