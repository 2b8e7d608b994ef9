import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import { REMINDED_BEFORE_MS } from "~/domain/bids/bid-times";
import type { Deps } from "~/core/deps";
import { enqueue } from "~/core/outbox/enqueue";

/** Has those told who have not voted on bids that close within three days, once. One round trip. */
export async function remindVoters({ db, nowMs: clock }: Pick<Deps, "db" | "nowMs">): Promise<void> {
  const nowMs = clock();
  const mark = db.run(sql`UPDATE bids SET reminded_at_ms = ${nowMs}
    WHERE state = 'open' AND closes_at_ms > ${nowMs} AND closes_at_ms <= ${nowMs + REMINDED_BEFORE_MS} AND reminded_at_ms IS NULL`);
  const tell = enqueue(db, "tell-bid", {
    subject: sql`id || ':ending'`,
    ...{ nowMs, of: sql`FROM bids WHERE state = 'open' AND reminded_at_ms = ${nowMs}` },
  });
  await runWork(db, writes(mark, tell));
}
