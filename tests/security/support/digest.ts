import { env } from "cloudflare:test";

/** Everything in the database, table by table: two equal dumps mean that nothing was written. */
export async function databaseDump(): Promise<Map<string, string>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY name",
  ).all<{ name: string }>();
  const rows = await env.DB.batch(results.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)));
  return new Map(results.map(({ name }, index) => [name, JSON.stringify(rows[index]?.results)]));
}

/** The tables in which two dumps differ. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, rows]) => before.get(name) !== rows).map(([name]) => name);
}
