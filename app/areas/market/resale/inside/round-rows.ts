import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, runWork, type Statement, together, writes } from "~/db/work";
import type { ListedOrder, RoundName } from "~/domain/auction/published-round";

export type RoundRow = {
  id: string;
  caskId: string;
  month: string;
  opensAtMs: number;
  closesAtMs: number;
  feeBasisPoints: number;
  state: string;
  referenceCents: number | null;
  root: string | null;
  /** The cask has been sold or bought back meanwhile. */
  caskEnded: 0 | 1;
};

export type RoundOrder = ListedOrder;

export const nameOf = ({ caskId, month }: Pick<RoundRow, "caskId" | "month">): RoundName => ({
  cask: caskId,
  round: month,
});

/**
 * A round and the orders that count: those that stand. One round trip. @param first what is done before it is read
 * @throws Error if there is no such round
 */
export async function readRound(
  db: Database,
  roundId: string,
  first: readonly Statement[] = [],
): Promise<{ round: RoundRow; orders: RoundOrder[] }> {
  const { round, orders } = await runWork(
    db,
    together({
      first: writes(...first),
      round: row(
        db.all<RoundRow>(sql`SELECT resale_rounds.id, cask_id AS caskId, month, opens_at_ms AS opensAtMs, closes_at_ms AS closesAtMs,
          fee_basis_points AS feeBasisPoints, resale_rounds.state, reference_cents AS referenceCents, root,
          casks.ended_on IS NOT NULL AS caskEnded
        FROM resale_rounds JOIN casks ON casks.id = cask_id WHERE resale_rounds.id = ${roundId}`),
      ),
      orders: rows(db.all<RoundOrder>(standingOrders(roundId))),
    }),
  );
  if (!round) throw new Error(`there is no round ${roundId}`);
  return { round, orders };
}

const standingOrders = (roundId: string) => sql`SELECT number, side, limit_cents AS "limit", quantity, salt, receipt
  FROM resale_orders WHERE round_id = ${roundId} AND state = 'open' ORDER BY number`;
