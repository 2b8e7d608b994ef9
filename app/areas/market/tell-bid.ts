import { sql, type SQL } from "drizzle-orm";
import { UnknownWork } from "~/core/outbox/kinds";
import type { Deps } from "~/core/deps";
import { isStaff, lastVoteId } from "./who-votes";
import { runWork, writes } from "~/db/work";
import { REMINDED_BEFORE_MS } from "~/domain/bids/bid-times";
import { enqueue } from "~/core/outbox/enqueue";

/** Few enough for a batch to stay far below D1's limits, enough for 20,000 holders to be done within one lease. */
const AT_ONCE = 500;

const NOTICES: Record<string, { notice: string; to: SQL }> = {
  opened: { notice: "bid-opened", to: sql`1` },
  ending: { notice: "bid-ending", to: sql`${lastVoteId(sql`bids.id`, sql`stakes.user_id`)} IS NULL` },
  counted: { notice: "bid-counted", to: sql`1` },
  withdrawn: { notice: "bid-withdrawn", to: sql`1` },
};

/** Running it again writes none twice, and continues where it stopped. */
export async function tellBid({ db, nowMs: clock, log }: Deps, subjectId: string) {
  const [bidId, step = ""] = subjectId.split(":");
  const told = NOTICES[step];
  if (!told) throw new UnknownWork(`tell-bid ${subjectId}`);
  const nowMs = clock();
  let after = "";
  let count = 0;
  for (;;) {
    const holders = await db.all<{ userId: string }>(sql`SELECT DISTINCT stakes.user_id AS userId
      FROM bids JOIN stakes ON stakes.cask_id = bids.cask_id
      WHERE bids.id = ${bidId} AND stakes.state <> 'ended' AND stakes.user_id > ${after} AND NOT ${isStaff(sql`stakes.user_id`)} AND ${told.to}
      ORDER BY stakes.user_id LIMIT ${AT_ONCE}`);
    const last = holders.at(-1);
    if (!last) break;
    const subject = `${told.notice}:${bidId}:`;
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, urgent, available_at_ms, created_at_ms)
      SELECT 'send-notice:' || ${subject} || value, 'send-notice', ${subject} || value, ${told.notice}, -1, ${nowMs}, ${nowMs}
      FROM json_each(${JSON.stringify(holders.map(({ userId }) => userId))}) WHERE true ON CONFLICT DO NOTHING`);
    after = last.userId;
    count += holders.length;
  }
  log("holders-told", { count });
  return "told";
}

export async function remindVoters({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  const mark = db.run(sql`UPDATE bids SET reminded_at_ms = ${nowMs}
    WHERE state = 'open' AND closes_at_ms > ${nowMs} AND closes_at_ms <= ${nowMs + REMINDED_BEFORE_MS} AND reminded_at_ms IS NULL`);
  const tell = enqueue(db, "tell-bid", {
    subject: sql`id || ':ending'`,
    ...{ nowMs, of: sql`FROM bids WHERE state = 'open' AND reminded_at_ms = ${nowMs}` },
  });
  await runWork(db, writes(mark, tell));
}
