import { sql } from "drizzle-orm";
import { bids } from "~/db/schema/market";
import { row, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { enqueue } from "~/core/outbox/enqueue";
import { outboxId } from "~/core/outbox/kinds";
import type { OperatorSession } from "~/core/session/guarded";

export type WithdrawBidOutcome =
  { ok: true } | { ok: false; code: "no-such-bid" | "bid-decided" | "bid-closed" | "sale-proposed" | "not-allowed" };

type Now = { state: string; closesAtMs: number; withdrawnBy: string | null; sale: number };

export async function withdrawBid(
  deps: Deps,
  session: OperatorSession,
  { caskId, bidId }: { caskId: string; bidId: string },
): Promise<WithdrawBidOutcome> {
  const { db } = deps;
  const hasSale = sql`EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.cask_id = bids.cask_id AND cask_exits.state <> 'withdrawn')`;
  const { nowMs, result } = await session.write((operator) => {
    const { userId, nowMs } = operator;
    const withdraw =
      db.run(sql`UPDATE bids SET state = 'withdrawn', withdrawn_by = ${userId}, withdrawn_at_ms = ${nowMs}
      WHERE id = ${bidId} AND cask_id = ${caskId}
        AND (state = 'draft' OR (state = 'open' AND closes_at_ms > ${nowMs}) OR (state = 'accepted' AND NOT ${hasSale}))`);
    const tell = enqueue(db, "tell-bid", {
      subject: `${bidId}:withdrawn`,
      ...{
        nowMs,
        of: sql`FROM bids WHERE id = ${bidId} AND withdrawn_at_ms = ${nowMs} AND published_at_ms IS NOT NULL`,
      },
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
    const now =
      db.all<Now>(sql`SELECT state, closes_at_ms AS closesAtMs, withdrawn_by AS withdrawnBy, ${hasSale} AS sale
      FROM bids WHERE id = ${bidId} AND cask_id = ${caskId}`);
    return writeThenRead([withdraw, tell, audit], row(now));
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
