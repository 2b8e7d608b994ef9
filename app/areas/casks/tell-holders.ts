import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";

/** Few enough for a batch to stay far below D1's limits, enough for 20,000 holders to be done within one lease. */
const AT_ONCE = 500;

/** Running it again writes no notice twice, and continues where it stopped. */
export async function tellHolders({ db, nowMs: clock, log }: Deps, valuationId: string): Promise<"told"> {
  const nowMs = clock();
  let after = "";
  let count = 0;
  for (;;) {
    const holders = await db.all<{ userId: string }>(sql`SELECT DISTINCT stakes.user_id AS userId
      FROM valuations JOIN stakes ON stakes.cask_id = valuations.cask_id
      WHERE valuations.id = ${valuationId} AND stakes.state = 'active' AND stakes.user_id > ${after}
      ORDER BY stakes.user_id LIMIT ${AT_ONCE}`);
    const last = holders.at(-1);
    if (!last) break;
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
      SELECT 'send-notice:new-valuation:' || ${valuationId} || ':' || value, 'send-notice',
        'new-valuation:' || ${valuationId} || ':' || value, 'new-valuation', -1, ${nowMs}, ${nowMs}
      FROM json_each(${JSON.stringify(holders.map(({ userId }) => userId))}) WHERE true ON CONFLICT DO NOTHING`);
    after = last.userId;
    count += holders.length;
  }
  log("holders-told", { count });
  return "told";
}
