import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";

/**
 * Adds the withdrawals whose hold has ended since the last time to those that are due, so that pages count only what came after. From
 * then on triggers keep the number. One round trip.
 */
export async function countDue({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  const count = db.run(sql`UPDATE tallies SET due_until_ms = ${nowMs}, due = due + (SELECT count(*) FROM withdrawals
      WHERE state = 'progress' AND payable_from_ms <= ${nowMs} AND payable_from_ms > tallies.due_until_ms)
    WHERE id = 1 AND due_until_ms < ${nowMs}`);
  await runWork(db, writes(count));
}
