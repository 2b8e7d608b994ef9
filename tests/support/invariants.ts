import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/db/client";
import { BOOK_RULES } from "~/core/ledger/book-rules";

export async function expectInvariants(db: Database): Promise<void> {
  for (const [rule, query] of Object.entries(BOOK_RULES)) {
    expect(await db.all(sql.raw(query)), rule).toEqual([]);
  }
}
