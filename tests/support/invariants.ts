import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/db/client";
import { BOOK_RULES } from "~/core/ledger/book-rules";

/** What breaks the rules of the books, by rule; all are asked in one round trip. */
async function brokenRules(db: Database): Promise<Record<string, unknown[]>> {
  const rules = Object.entries(BOOK_RULES);
  const asked = rules.map(([, query]) => db.all(sql.raw(query)));
  const found = await db.batch(asked as [(typeof asked)[number], ...typeof asked]);
  return Object.fromEntries(
    rules.flatMap(([rule], at) => {
      const rows = found[at] ?? [];
      return rows.length === 0 ? [] : [[rule, rows]];
    }),
  );
}

export async function expectInvariants(db: Database): Promise<void> {
  expect(await brokenRules(db)).toEqual({});
}
