import { sql, type SQL } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { enqueue, notify } from "~/core/outbox/enqueue";
import { UnknownWork } from "~/core/outbox/kinds";
import type { Database } from "~/db/client";
import { bids } from "~/db/schema/market";
import { runWork, type Statement, writes } from "~/db/work";
import { REMINDED_BEFORE_MS } from "~/domain/bids";
import { isStaff, lastVoteId, wasSuspended } from "./read-bid";

const AT_MOST = 20;

/** However late, votes and the state of stakes are those of the close. */
export async function countBids({ db, nowMs: clock, log }: Deps, atMost = AT_MOST): Promise<void> {
  const nowMs = clock();
  const closed = await db.all<{ id: string }>(sql`SELECT id FROM bids
    WHERE state = 'open' AND closes_at_ms <= ${nowMs} ORDER BY closes_at_ms LIMIT ${atMost}`);
  for (const { id } of closed) {
    await runWork(db, writes(...countBid(db, id, nowMs)));
    log("bid-counted", { outcome: id });
  }
}

function countBid(db: Database, bidId: string, nowMs: number): Statement[] {
  const due = sql`bids.id = ${bidId} AND bids.state = 'open' AND bids.closes_at_ms <= ${nowMs}`;
  const stateAtClose = sql`coalesce((SELECT changes.was FROM stake_changes AS changes WHERE changes.stake_id = stakes.id
    AND changes.changed_at_ms >= bids.closes_at_ms ORDER BY changes.id LIMIT 1), stakes.state)`;
  const vote = sql`bid_votes.id = ${lastVoteId(sql`bids.id`, sql`stakes.user_id`)}`;
  const ballots = (choice?: "accept" | "decline") =>
    sql`(SELECT count(*) FROM bid_ballots WHERE bid_id = bids.id ${choice ? sql`AND choice = ${choice}` : sql``})`;
  const voted = sql`(accepted_stakes + declined_stakes)`;
  const result = sql`iif(${voted} = 0 OR ${voted} * voted_whole < issued_stakes * voted_parts, 'expired',
    iif(accepted_stakes * accepted_whole >= ${voted} * accepted_parts, 'accepted', 'refused'))`;
  return [
    db.run(sql`INSERT INTO bid_ballots (bid_id, number, stake_id, certificate_code, choice)
      SELECT bids.id, stakes.number, stakes.id, stakes.certificate_code, bid_votes.choice
      FROM bids JOIN stakes ON stakes.cask_id = bids.cask_id
        LEFT JOIN bid_votes ON ${vote} AND NOT ${isStaff(sql`stakes.user_id`)}
          AND NOT ${wasSuspended(sql`stakes.user_id`, sql`bids.closes_at_ms`)}
      WHERE ${due} AND stakes.purchased_at_ms < bids.closes_at_ms AND ${stateAtClose} = 'active'`),
    db.run(sql`UPDATE bids SET (state, result, counted_at_ms, issued_stakes, accepted_stakes, declined_stakes) =
      (SELECT ${result}, ${result}, ${nowMs}, issued_stakes, accepted_stakes, declined_stakes
        FROM (SELECT ${ballots()} AS issued_stakes, ${ballots("accept")} AS accepted_stakes, ${ballots("decline")} AS declined_stakes))
      WHERE ${due}`),
    enqueue(db, "tell-bid", {
      subject: `${bidId}:counted`,
      nowMs,
      of: sql`FROM bids WHERE id = ${bidId} AND counted_at_ms = ${nowMs}`,
    }),
    recordAudit(
      db,
      {
        id: `bid:${bidId}:counted`,
        actor: "system",
        action: "bid-counted",
        subject: sql`'cask:' || bids.cask_id`,
        detail: sql`${`bid:${bidId} `} || bids.result`,
        nowMs,
      },
      { from: bids, where: sql`bids.id = ${bidId} AND bids.counted_at_ms = ${nowMs}` },
    ),
  ];
}

const NOTICES: Record<string, { notice: string; to: SQL }> = {
  opened: { notice: "bid-opened", to: sql`1` },
  ending: { notice: "bid-ending", to: sql`${lastVoteId(sql`bids.id`, sql`stakes.user_id`)} IS NULL` },
  counted: { notice: "bid-counted", to: sql`1` },
  withdrawn: { notice: "bid-withdrawn", to: sql`1` },
};

/** Running it again writes none twice. */
export async function notifyBid({ db, nowMs }: Deps, subjectId: string) {
  const [bidId, step = ""] = subjectId.split(":");
  const told = NOTICES[step];
  if (!told) throw new UnknownWork(`tell-bid ${subjectId}`);
  const tell = notify(db, told.notice, {
    subject: sql`${`${bidId}:`} || holders.user_id`,
    nowMs: nowMs(),
    many: true,
    of: sql`FROM (SELECT DISTINCT stakes.user_id FROM bids JOIN stakes ON stakes.cask_id = bids.cask_id
      WHERE bids.id = ${bidId} AND stakes.state <> 'ended' AND NOT ${isStaff(sql`stakes.user_id`)} AND ${told.to}) AS holders`,
  });
  await runWork(db, writes(tell));
  return "told";
}

export async function remindVoters({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  const mark = db.run(sql`UPDATE bids SET reminded_at_ms = ${nowMs}
    WHERE state = 'open' AND closes_at_ms > ${nowMs} AND closes_at_ms <= ${nowMs + REMINDED_BEFORE_MS} AND reminded_at_ms IS NULL`);
  const tell = enqueue(db, "tell-bid", {
    subject: sql`id || ':ending'`,
    nowMs,
    of: sql`FROM bids WHERE state = 'open' AND reminded_at_ms = ${nowMs}`,
  });
  await runWork(db, writes(mark, tell));
}
