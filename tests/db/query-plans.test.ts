import { env } from "cloudflare:test";
import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestContext } from "../support/context";
import { createDatabase } from "~/db/client";
import { sweptTables } from "../../workers/settlement/swept-tables";
import { sweepTables } from "../../workers/settlement/timer-jobs";

/** Wraps D1 to record the text of each statement. */
function remember(d1: D1Database, seen: Set<string>): D1Database {
  return new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") {
        return (query: string) => {
          seen.add(query);
          return target.prepare(query);
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function planOf(query: string): Promise<string[]> {
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...Array.from({ length: (query.match(/\?/g) ?? []).length }, () => null))
    .all<{ detail: string }>();
  return plan.results.map(({ detail }) => detail);
}

describe("sweeping", () => {
  it("finds what is over by an index on its time, in every table", async () => {
    const seen = new Set<string>();
    await sweepTables({ ...createTestContext(), db: createDatabase(remember(env.DB, seen)), nowMs: () => 0 });
    const plans = new Map(await Promise.all([...seen].map(async (query) => [query, await planOf(query)] as const)));
    expect(plans.size).toBe(sweptTables.length);
    for (const { key, over } of sweptTables) {
      const table = getTableName(key.table);
      const plan = [...plans].find(([query]) => query.startsWith(`DELETE FROM "${table}"`))?.[1] ?? [];
      for (const { column } of over)
        expect(plan.join("\n")).toMatch(
          new RegExp(`SEARCH ${table} USING (COVERING )?INDEX \\w+ \\(${column.name}<\\?`),
        );
      expect(plan.filter((detail) => detail.startsWith(`SCAN ${table}`))).toEqual([]);
    }
  });
});

describe("the contacts of a person", () => {
  it("are found by indexes, the former ones too, as the triggers ask for them", async () => {
    const recent = "(until_ms IS NULL OR until_ms > 1)";
    const plan = await planOf(
      `SELECT channel, address FROM contacts WHERE user_id = 'usr_1' AND ${recent} GROUP BY channel, address`,
    );
    expect(plan.filter((detail) => detail.startsWith("SEARCH"))).toHaveLength(3);
    expect(plan.filter((detail) => /^SCAN (?!contacts$|\(subquery)/.test(detail))).toEqual([]);
  });
});
