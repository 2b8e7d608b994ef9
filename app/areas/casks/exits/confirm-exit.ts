import { eq, sql } from "drizzle-orm";
import type { ExitTerms } from "./propose-exit";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import type { Deps } from "~/core/deps";
import { endOffers } from "~/core/resale";
import { house } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import { enqueue } from "~/core/outbox/enqueue";
import { outboxId } from "~/core/outbox/kinds";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/market";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";

type ConfirmInput = { exitId: string; terms: ExitTerms; netPerStakeCents: number };

export type ConfirmOutcome =
  | { ok: true }
  | {
      ok: false;
      code: "no-such-exit" | "decided-otherwise" | "own-proposal" | "own-stake" | "amount-changed" | "not-allowed";
    };

/** Once it is confirmed, no stake of the cask is sold: open checkouts end, and late money goes back. The outbox credits the holders. */
export async function confirmExit(deps: Deps, session: OperatorSession, input: ConfirmInput): Promise<ConfirmOutcome> {
  const { db } = deps;
  const { viewer, result } = await session.write((operator) =>
    writeThenRead(confirm(db, operator, input), row(confirmedQuery(db, operator.userId, input))),
  );
  if (!result) return { ok: false, code: "no-such-exit" };
  const isMine = result.confirmedBy === viewer.id && result.isSame === 1;
  if (isMine) {
    deps.log("exit-confirmed", { outcome: input.exitId });
    await deps.nudge([outboxId("credit-exit", input.exitId)]);
    return { ok: true };
  }
  if (result.state !== "proposed") return { ok: false, code: "decided-otherwise" };
  if (result.proposedBy === viewer.id) return { ok: false, code: "own-proposal" };
  if (result.owns === 1) return { ok: false, code: "own-stake" };
  if (result.isSame !== 1) return { ok: false, code: "amount-changed" };
  return { ok: false, code: "not-allowed" };
}

function sameTerms({ terms, netPerStakeCents }: ConfirmInput) {
  const { soldOn, buyerKind, grossCents, feesCents } = terms;
  return sql`(sold_on = ${soldOn} AND buyer_kind = ${buyerKind} AND gross_cents = ${grossCents} AND fees_cents = ${feesCents}
    AND net_per_stake_cents = ${netPerStakeCents})`;
}

function confirm(db: Database, operator: OperatorAccess, input: ConfirmInput) {
  const { userId, nowMs } = operator;
  const { exitId } = input;
  const isConfirmed = sql`id = ${exitId} AND state = 'confirmed' AND confirmed_by = ${userId}`;
  return [
    db.run(sql`UPDATE cask_exits SET state = 'confirmed', confirmed_by = ${userId}, confirmed_at_ms = ${nowMs}
      WHERE id = ${exitId} AND state = 'proposed' AND proposed_by <> ${userId} AND ${sameTerms(input)}
        AND stakes = (SELECT total_stakes FROM casks WHERE casks.id = cask_exits.cask_id)
        AND ${ownsNothingOf(sql`cask_exits.cask_id`, userId)}`),
    enqueue(db, "credit-exit", { subject: exitId, nowMs, of: sql`FROM cask_exits WHERE ${isConfirmed}` }),
    db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'cask-sold', updated_at_ms = ${nowMs}
      WHERE state IN ('created', 'open') AND cask_id = (SELECT cask_id FROM cask_exits WHERE ${isConfirmed})`),
    endOffers(db, {
      which: sql`offers.cask_id = (SELECT cask_id FROM cask_exits WHERE ${isConfirmed})`,
      reason: "cask-sold",
      nowMs,
    }),
    transfer(
      db,
      {
        refersTo: `exit:${exitId}`,
        name: "proceeds",
        debit: house.caskBuyers,
        credit: house.caskProceeds,
        amount: sql<number>`gross_cents - fees_cents`,
        reason: "exit-proceeds",
        nowMs,
      },
      { from: caskExits, where: sql`${isConfirmed} AND gross_cents > fees_cents` },
    ),
    recordAudit(
      db,
      {
        id: `exit:${exitId}:confirmed`,
        by: operator,
        action: "exit-confirmed",
        subject: `exit:${exitId}`,
        detail: caskExits.netPerStakeCents,
      },
      { from: caskExits, where: isConfirmed },
    ),
  ];
}

type Confirmed = { state: string; proposedBy: string; confirmedBy: string | null; isSame: number; owns: number };

function confirmedQuery(db: Database, userId: string, input: ConfirmInput) {
  return db.all<Confirmed>(sql`SELECT state, proposed_by AS proposedBy, confirmed_by AS confirmedBy, ${sameTerms(input)} AS isSame,
      NOT ${ownsNothingOf(sql`cask_exits.cask_id`, userId)} AS owns
    FROM cask_exits WHERE id = ${input.exitId}`);
}

export type WithdrawExitOutcome =
  { ok: true } | { ok: false; code: "no-such-exit" | "decided-otherwise" | "not-allowed" };

export async function withdrawExit(
  { db }: Deps,
  session: OperatorSession,
  { exitId }: { exitId: string },
): Promise<WithdrawExitOutcome> {
  const { result } = await session.write((operator) => {
    const { userId, nowMs } = operator;
    const subject = `exit:${exitId}`;
    const isWithdrawn = sql`id = ${exitId} AND state = 'withdrawn' AND withdrawn_by = ${userId}`;
    const statements = [
      db.run(sql`UPDATE cask_exits SET state = 'withdrawn', withdrawn_by = ${userId}, ended_at_ms = ${nowMs}
        WHERE id = ${exitId} AND state = 'proposed'`),
      recordAudit(
        db,
        { id: `${subject}:withdrawn`, by: operator, action: "exit-withdrawn", subject },
        { from: caskExits, where: isWithdrawn },
      ),
    ];
    return writeThenRead(
      statements,
      row(db.select({ state: caskExits.state }).from(caskExits).where(eq(caskExits.id, exitId))),
    );
  });
  if (!result) return { ok: false, code: "no-such-exit" };
  if (result.state === "withdrawn") return { ok: true };
  if (result.state !== "proposed") return { ok: false, code: "decided-otherwise" };
  return { ok: false, code: "not-allowed" };
}

export const latestExitId = (db: Database, caskId: string): Work<string | null> =>
  mapWork(
    row(
      db.all<{ id: string }>(
        sql`SELECT id FROM cask_exits WHERE cask_id = ${caskId} ORDER BY proposed_at_ms DESC LIMIT 1`,
      ),
    ),
    (found) => found?.id ?? null,
  );
