import { sql } from "drizzle-orm";
import type { Deps } from "~/features/deps";
import { BOOK_RULES } from "~/features/ledger/book-rules";
import { recordDifference } from "./record-difference";

/** Reports everything that breaks a rule of the books. None of it can be repaired automatically. */
export async function checkBooks(deps: Pick<Deps, "db" | "nowMs" | "log">): Promise<void> {
  for (const [rule, query] of Object.entries(BOOK_RULES)) {
    const breaches = await deps.db.all<Record<string, string>>(sql.raw(`${query} LIMIT 20`));
    for (const breach of breaches) {
      const subject = Object.values(breach)[0] ?? "unknown";
      await recordDifference(deps, { kind: "books", subject: `${rule}: ${subject}` }, "open");
    }
  }
}
