import { sql } from "drizzle-orm";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import type { bidRefusals } from "~/content/console-bid-texts";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { enqueue } from "~/core/outbox/enqueue";
import { outboxId } from "~/core/outbox/kinds";
import { endOffers } from "~/core/resale";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { bids } from "~/db/schema/market";
import { row, writeThenRead } from "~/db/work";
import { OPEN_DAYS, refuseClose } from "~/domain/bids";
import { addDays, dateOf } from "~/domain/calendar-date";

type Decided = { caskId: string; bidId: string };
export type BidOutcome = { ok: true } | { ok: false; code: keyof typeof bidRefusals };

export async function publishBid(
  deps: Deps,
  session: OperatorSession,
  { caskId, bidId }: Decided,
): Promise<BidOutcome> {
  const { db } = deps;
  const { viewer, nowMs, result } = await session.write((operator) =>
    writeThenRead(publish(db, operator, { caskId, bidId }), row(standingQuery(db, operator.userId, { caskId, bidId }))),
  );
  if (!result) return { ok: false, code: "no-such-bid" };
  if (result.publishedBy === viewer.id && result.state !== "draft") {
    deps.log("bid-published", { caskId, outcome: bidId });
    await deps.nudge([outboxId("tell-bid", `${bidId}:opened`)]);
    return { ok: true };
  }
  if (result.state !== "draft") return { ok: false, code: "bid-decided" };
  if (result.draftedBy === viewer.id) return { ok: false, code: "own-bid" };
  if (result.owns === 1) return { ok: false, code: "own-stake" };
  const late = refuseClose(result.closesOn, nowMs);
  if (late) return { ok: false, code: late };
  if (result.sale === 1) return { ok: false, code: "sale-proposed" };
  return { ok: false, code: result.other === 1 ? "other-bid" : "not-allowed" };
}

const hasSale = sql`EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.cask_id = bids.cask_id AND cask_exits.state <> 'withdrawn')`;
const hasOther = sql`EXISTS (SELECT 1 FROM bids AS others WHERE others.cask_id = bids.cask_id AND others.state IN ('open', 'accepted'))`;

function publish(db: Database, operator: OperatorAccess, { caskId, bidId }: Decided) {
  const { userId, nowMs } = operator;
  const today = dateOf(nowMs);
  return [
    db.run(sql`UPDATE bids SET state = 'open', published_by = ${userId}, published_at_ms = ${nowMs}
      WHERE id = ${bidId} AND cask_id = ${caskId} AND state = 'draft' AND drafted_by <> ${userId}
        AND closes_on BETWEEN ${addDays(today, OPEN_DAYS.least)} AND ${addDays(today, OPEN_DAYS.most)}
        AND stakes = (SELECT total_stakes FROM casks WHERE casks.id = bids.cask_id AND casks.ended_on IS NULL)
        AND ${ownsNothingOf(sql`bids.cask_id`, userId)} AND NOT ${hasSale} AND NOT ${hasOther}
        AND NOT EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = bids.drafted_by AND stakes.cask_id = bids.cask_id AND stakes.state <> 'ended')`),
    endOffers(db, {
      which: sql`offers.cask_id = ${caskId}
        AND EXISTS (SELECT 1 FROM bids WHERE bids.id = ${bidId} AND bids.cask_id = ${caskId} AND bids.state = 'open' AND bids.published_at_ms = ${nowMs})`,
      reason: "bid",
      nowMs,
    }),
    enqueue(db, "tell-bid", {
      subject: `${bidId}:opened`,
      nowMs,
      of: sql`FROM bids WHERE id = ${bidId} AND state = 'open' AND published_at_ms = ${nowMs}`,
    }),
    recordAudit(
      db,
      {
        id: `bid:${bidId}:published`,
        by: operator,
        action: "bid-published",
        subject: `cask:${caskId}`,
        detail: `bid:${bidId}`,
      },
      { from: bids, where: sql`bids.id = ${bidId} AND bids.state = 'open' AND bids.published_by = ${userId}` },
    ),
  ];
}

type Standing = Pick<typeof bids.$inferSelect, "state" | "draftedBy" | "publishedBy" | "closesOn" | "closesAtMs"> &
  Record<"owns" | "sale" | "other", 0 | 1>;

const standingQuery = (db: Database, userId: string, { caskId, bidId }: Decided) =>
  db.all<Standing>(sql`SELECT state, drafted_by AS draftedBy, published_by AS publishedBy, closes_on AS closesOn,
      closes_at_ms AS closesAtMs, NOT ${ownsNothingOf(sql`bids.cask_id`, userId)} AS owns, ${hasSale} AS sale, ${hasOther} AS other
    FROM bids WHERE id = ${bidId} AND cask_id = ${caskId}`);

export async function withdrawBid(
  deps: Deps,
  session: OperatorSession,
  { caskId, bidId }: Decided,
): Promise<BidOutcome> {
  const { db } = deps;
  const { nowMs, result } = await session.write((operator) => {
    const { userId, nowMs } = operator;
    const withdraw =
      db.run(sql`UPDATE bids SET state = 'withdrawn', withdrawn_by = ${userId}, withdrawn_at_ms = ${nowMs}
      WHERE id = ${bidId} AND cask_id = ${caskId}
        AND (state = 'draft' OR (state = 'open' AND closes_at_ms > ${nowMs}) OR (state = 'accepted' AND NOT ${hasSale}))`);
    const tell = enqueue(db, "tell-bid", {
      subject: `${bidId}:withdrawn`,
      nowMs,
      of: sql`FROM bids WHERE id = ${bidId} AND withdrawn_at_ms = ${nowMs} AND published_at_ms IS NOT NULL`,
    });
    const audit = recordAudit(
      db,
      {
        id: `bid:${bidId}:withdrawn`,
        by: operator,
        action: "bid-withdrawn",
        subject: `cask:${caskId}`,
        detail: `bid:${bidId}`,
      },
      { from: bids, where: sql`bids.id = ${bidId} AND bids.state = 'withdrawn' AND bids.withdrawn_by = ${userId}` },
    );
    return writeThenRead([withdraw, tell, audit], row(standingQuery(db, userId, { caskId, bidId })));
  });
  if (!result) return { ok: false, code: "no-such-bid" };
  if (result.state === "withdrawn") {
    deps.log("bid-withdrawn", { caskId, outcome: bidId });
    await deps.nudge([outboxId("tell-bid", `${bidId}:withdrawn`)]);
    return { ok: true };
  }
  if (result.state === "open" && result.closesAtMs <= nowMs) return { ok: false, code: "bid-closed" };
  if (result.state === "accepted" && result.sale === 1) return { ok: false, code: "sale-proposed" };
  return { ok: false, code: result.state === "refused" || result.state === "expired" ? "bid-decided" : "not-allowed" };
}
