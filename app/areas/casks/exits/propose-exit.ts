import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/casks";
import { row, writeThenRead } from "~/db/work";
import type { SaleDivision } from "~/domain/divide-sale";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { type ExitTerms, kindOf } from "./exit-form";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import { type PreviewOutcome, previewExit } from "./preview-exit";

type ProposeInput = {
  caskId: string;
  terms: ExitTerms;
  netPerStakeCents: number;
};

export type ProposeOutcome =
  | { ok: true; exitId: string }
  | Extract<PreviewOutcome, { ok: false }>
  | { ok: false; code: "amount-changed" | "not-allowed" | "own-stake" | "already-proposed" }
  | { ok: false; code: "votes-open" | "not-as-accepted" };

/** Proposes the sale or buy-back of a whole cask; another operator confirms it. Requires a recent code. */
export async function proposeExit(
  deps: Deps,
  session: OperatorSession,
  { caskId, terms, netPerStakeCents }: ProposeInput,
): Promise<ProposeOutcome> {
  const { db } = deps;
  const previewed = await previewExit(deps, session, { caskId, terms });
  if (!previewed.ok) return previewed;
  const { division, cask } = previewed.preview;
  if (division.netPerStakeCents !== netPerStakeCents) return { ok: false, code: "amount-changed" };
  const exitId = deps.newId("ext");
  const { result } = await session.write((operator) =>
    writeThenRead(
      propose(db, operator, { exitId, caskId, terms, division, stakes: cask.totalStakes }),
      row(standingQuery(db, { caskId, terms, operatorId: operator.userId })),
    ),
  );
  if (result?.id && result.isSame) {
    deps.log("exit-proposed", { caskId, outcome: result.id });
    return { ok: true, exitId: result.id };
  }
  if (result?.owns) return { ok: false, code: "own-stake" };
  if (result?.id) return { ok: false, code: "already-proposed" };
  if (result?.bid === "open") return { ok: false, code: "votes-open" };
  if (result?.bid === "accepted") return { ok: false, code: "not-as-accepted" };
  return { ok: false, code: "not-allowed" };
}

type Proposal = { exitId: string; caskId: string; terms: ExitTerms; division: SaleDivision; stakes: number };

function propose(db: Database, operator: OperatorAccess, { exitId, caskId, terms, division, stakes }: Proposal) {
  const { userId, nowMs } = operator;
  const { soldOn, buyerKind, grossCents, feesCents } = terms;
  const made: SQL = sql`id = ${exitId}`;
  return [
    db.run(sql`INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents,
        proposed_by, proposed_at_ms, bid_id)
      SELECT ${exitId}, casks.id, ${kindOf(buyerKind)}, ${buyerKind}, ${soldOn}, ${grossCents}, ${feesCents}, ${stakes}, ${division.netPerStakeCents},
        ${division.remainderCents}, ${userId}, ${nowMs}, bids.id
      FROM casks LEFT JOIN bids ON bids.cask_id = casks.id AND bids.state IN ('open', 'accepted')
      WHERE casks.id = ${caskId} AND casks.total_stakes = ${stakes} AND casks.ended_on IS NULL
        AND ${ownsNothingOf(sql`casks.id`, userId)}
        AND (bids.id IS NULL OR (bids.state = 'accepted' AND bids.bidder_kind = ${buyerKind} AND bids.gross_cents = ${grossCents}
          AND bids.fees_cents = ${feesCents}))
      ON CONFLICT DO NOTHING`),
    recordAudit(
      db,
      {
        id: `exit:${exitId}:proposed`,
        by: operator,
        action: "exit-proposed",
        subject: `exit:${exitId}`,
        detail: caskExits.caskId,
      },
      { from: caskExits, where: made },
    ),
  ];
}

type Standing = { id: string | null; isSame: number | null; owns: number; bid: "open" | "accepted" | null };

function standingQuery(
  db: Database,
  { caskId, terms, operatorId }: { caskId: string; terms: ExitTerms; operatorId: string },
) {
  const { soldOn, buyerKind, grossCents, feesCents } = terms;
  return db.all<Standing>(sql`SELECT exits.id, exits.state = 'proposed' AND proposed_by = ${operatorId} AND sold_on = ${soldOn}
      AND buyer_kind = ${buyerKind} AND gross_cents = ${grossCents} AND fees_cents = ${feesCents} AS isSame,
      NOT ${ownsNothingOf(sql`${caskId}`, operatorId)} AS owns,
      (SELECT bids.state FROM bids WHERE bids.cask_id = ${caskId} AND bids.state IN ('open', 'accepted')) AS bid
    FROM (SELECT 1) LEFT JOIN cask_exits AS exits ON exits.cask_id = ${caskId} AND exits.state <> 'withdrawn'`);
}
