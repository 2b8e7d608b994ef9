import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { RESALE_FILL_STATES, RESALE_ROUND_STATES, RESALE_SIDES } from "~/db/schema/names-of-resale";
import { mapWork, row, rows, together, type Work } from "~/db/work";

type Side = (typeof RESALE_SIDES)[number];

/** `orders` and `quantity`: without those withdrawn. */
export type SideCount = { orders: number; quantity: number; withdrawn: number };

export type FillRow = {
  stakeId: string;
  number: number;
  sellNumber: number;
  sellerId: string;
  buyNumber: number;
  buyerId: string;
  feeCents: number;
  advancedCents: number;
  creditCents: number;
  state: (typeof RESALE_FILL_STATES)[number];
  /** Of the seller's holding, as it is now. */
  stakeState: "active" | "frozen" | "ended";
  payableFromMs: number | null;
  paidAtMs: number | null;
};

type RoundFacts = {
  caskId: string;
  caskName: string;
  month: string;
  opensAtMs: number;
  closesAtMs: number;
  rootedAtMs: number | null;
  clearedAtMs: number | null;
  endedAtMs: number | null;
  state: (typeof RESALE_ROUND_STATES)[number];
  feeBasisPoints: number;
  referenceCents: number | null;
  priceCents: number | null;
  volume: number;
  root: string | null;
};

type Sums = { settled: number; failed: number; feeCents: number; reservedCents: number; waitingCents: number };

export type RoundPage = RoundFacts & Sums & Record<Side, SideCount> & { fills: FillRow[]; hasMore: boolean };

const MOST_FILLS = 200;
const NO_ORDERS: SideCount = { orders: 0, quantity: 0, withdrawn: 0 };
const NO_SUMS: Sums = { settled: 0, failed: 0, feeCents: 0, reservedCents: 0, waitingCents: 0 };

/** A round with its orders counted and what came of them, for operators. null: there is none, or it has not closed: its orders are sealed. */
export function readClosedRound(db: Database, roundId: string, nowMs: number): Work<RoundPage | null> {
  const isClosed = sql`EXISTS (SELECT 1 FROM resale_rounds WHERE resale_rounds.id = ${roundId} AND closes_at_ms <= ${nowMs})`;
  const work = together({
    round: row(
      db.all<RoundFacts>(sql`SELECT cask_id AS caskId, casks.name AS caskName, month, opens_at_ms AS opensAtMs, closes_at_ms AS closesAtMs,
        rooted_at_ms AS rootedAtMs, cleared_at_ms AS clearedAtMs, ended_at_ms AS endedAtMs, resale_rounds.state,
        fee_basis_points AS feeBasisPoints, reference_cents AS referenceCents, price_cents AS priceCents, coalesce(volume, 0) AS volume, root
      FROM resale_rounds JOIN casks ON casks.id = cask_id WHERE resale_rounds.id = ${roundId} AND closes_at_ms <= ${nowMs}`),
    ),
    orders: rows(
      db.all<
        SideCount & { side: Side }
      >(sql`SELECT side, sum(state <> 'withdrawn') AS orders, sum(iif(state <> 'withdrawn', quantity, 0)) AS quantity,
        sum(state = 'withdrawn') AS withdrawn FROM resale_orders WHERE round_id = ${roundId} AND ${isClosed} GROUP BY side`),
    ),
    sums: row(
      db.all<Sums>(sql`SELECT coalesce(sum(state = 'settled'), 0) AS settled, coalesce(sum(state = 'failed'), 0) AS failed,
        coalesce(sum(iif(state = 'settled', 2 * fee_cents, 0)), 0) AS feeCents,
        coalesce(sum(iif(state = 'settled' AND paid_at_ms IS NULL, credit_cents, 0)), 0) AS waitingCents,
        (SELECT coalesce(sum(reserved_cents - (SELECT coalesce(sum(price_cents + fee_cents), 0) FROM resale_fills AS spent
            WHERE spent.buy_number = resale_orders.number AND spent.state = 'settled')), 0)
          FROM resale_orders WHERE round_id = ${roundId} AND state = 'open') AS reservedCents
      FROM resale_fills WHERE round_id = ${roundId} AND ${isClosed}`),
    ),
    fills: rows(
      db.all<FillRow>(sql`SELECT stake_id AS stakeId, stakes.number, sell_number AS sellNumber, selling.user_id AS sellerId,
        buy_number AS buyNumber, buying.user_id AS buyerId, fee_cents AS feeCents, advanced_cents AS advancedCents, credit_cents AS creditCents,
        resale_fills.state, stakes.state AS stakeState, payable_from_ms AS payableFromMs, paid_at_ms AS paidAtMs
      FROM resale_fills JOIN stakes ON stakes.id = stake_id JOIN resale_orders AS selling ON selling.number = sell_number
        JOIN resale_orders AS buying ON buying.number = buy_number
      WHERE resale_fills.round_id = ${roundId} AND ${isClosed}
      ORDER BY resale_fills.state = 'settled', stakes.number LIMIT ${MOST_FILLS + 1}`),
    ),
  });
  return mapWork(work, ({ round, orders, sums, fills }) => {
    if (!round) return null;
    const of = (side: Side) => ({ ...NO_ORDERS, ...orders.find((one) => one.side === side) });
    const shown = { fills: fills.slice(0, MOST_FILLS), hasMore: fills.length > MOST_FILLS };
    return { ...round, ...(sums ?? NO_SUMS), buy: of("buy"), sell: of("sell"), ...shown };
  });
}
