import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskStanding } from "~/db/schema/casks";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { highestLimit } from "~/domain/auction/amounts";
import { nextRound, roundAt, type RoundTimes } from "~/domain/auction/rounds";
import { dateOf } from "~/domain/calendar-date";
import { latestValuation } from "~/domain/returns";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { readCounted } from "~/areas/casks/counted-valuations";
import { readHoldings } from "~/areas/holdings/portfolio/holdings-queries";
import type { Deps } from "~/core/deps";
import { walletOf } from "~/core/ledger/accounts";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { marketOpenFor } from "~/core/settings/market-open";
import { resaleFee } from "~/core/settings/resale-fee";
import { type HeldRound, readHeldRounds } from "./held-rounds";
import { type MarketStake, marketStakesOf } from "./market-stakes";
import { isUnderWay, type MarketOrder, readOrders } from "./market-orders";

/** A cask whose stakes can change hands. */
export type MarketCask = {
  caskId: string;
  name: string;
  caskType: string;
  /** Of these the viewer has this many. */
  issued: number;
  mine: number;
  lastValue: { valueCents: number; valuedOn: string; tier: "measured" | "modelled" | "opinion" } | null;
  /** The price of the last round that had one. */
  lastPrice: { priceCents: number; month: string } | null;
  /** No limit may be higher. */
  highestCents: number;
  /** Of the round that is open, or that an order of today would open. */
  feeBasisPoints: number;
  /** Sold or bought back, or about to be. */
  isEnding: boolean;
  /** As they were read, to make sure at the writing that no value has changed. */
  countedValues: string;
};

export type Market = {
  viewer: Viewer;
  nowMs: number;
  /** false: the viewer has an order from before the market was closed for them, and may withdraw it. */
  isOpen: boolean;
  /** The viewer's account is to be closed. */
  isClosing: boolean;
  walletCents: number;
  /** null: no round is open. */
  round: RoundTimes | null;
  next: RoundTimes;
  orders: MarketOrder[];
};

/**
 * All casks of the market, published or withdrawn from sale, that have not ended: none before the viewer's account is activated, as prices
 * are not shown before. null while the market is closed for the viewer. One round trip.
 */
export async function readMarket(
  { db }: Pick<Deps, "db">,
  session: Session,
  { country }: { country: string | null },
): Promise<(Market & { casks: MarketCask[] }) | null> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      frame: readFrame(db, { userId, country }),
      orders: readOrders(db, { userId, caskId: null }),
      casks: readCasks(db, { userId, nowMs, which: sql`${caskStanding} IN (2, 3) AND casks.sold_stakes > 0` }),
    }),
  );
  const { casks, ...rest } = result;
  const market = marketOf({ viewer, nowMs, ...rest });
  return market && { ...market, casks: market.isOpen && viewer.activated ? casks : [] };
}

export type CaskMarket = Market & { cask: MarketCask; stakes: MarketStake[]; rounds: HeldRound[] };

/** One cask with what the viewer may offer and its latest rounds; null while the market is closed for them, or without such a cask. One round trip. */
export async function readCaskMarket(
  { db }: Pick<Deps, "db">,
  session: Session,
  { country, caskId }: { country: string | null; caskId: string },
): Promise<CaskMarket | null> {
  const { viewer, result } = await session.read(({ userId, nowMs }) =>
    readCaskMarketOf(db, { userId, country, caskId, nowMs }),
  );
  return result(viewer);
}

/** What `planOrder` needs to know of the person whose order it is. */
type Orderer = Pick<Viewer, "role" | "activated">;
export type OrderMarket = Omit<CaskMarket, "viewer"> & { viewer: Orderer };

/** The same for anybody, without their session: an order is placed again while its owner is away. */
export function readCaskMarketOf(
  db: Database,
  { caskId, nowMs, ...asker }: { userId: string; country: string | null; caskId: string; nowMs: number },
): Work<<V extends Orderer>(viewer: V) => (Omit<CaskMarket, "viewer"> & { viewer: V }) | null> {
  const { userId } = asker;
  const read = together({
    frame: readFrame(db, asker),
    orders: readOrders(db, { userId, caskId }),
    casks: readCasks(db, { userId, nowMs, which: sql`casks.id = ${caskId} AND casks.sold_stakes > 0` }),
    holdings: readHoldings(db, { userId, nowMs }),
    rounds: readHeldRounds(db, caskId),
  });
  return mapWork(read, ({ casks, holdings, rounds, ...rest }) => <V extends Orderer>(viewer: V) => {
    const market = marketOf({ viewer, nowMs, ...rest });
    const [cask] = casks;
    return market && cask ? { ...market, cask, stakes: marketStakesOf(holdings, caskId, nowMs), rounds } : null;
  });
}

type Frame = { isOpen: 0 | 1; isClosing: 0 | 1; walletCents: number };
type MarketRead<V> = { viewer: V; nowMs: number; frame: Frame | undefined; orders: MarketOrder[] };

function marketOf<V extends Orderer>({ viewer, nowMs, frame, orders }: MarketRead<V>) {
  const isOpen = frame?.isOpen === 1 && viewer.role === "investor";
  if (!isOpen && !orders.some(isUnderWay)) return null;
  const [walletCents, isClosing] = [frame?.walletCents ?? 0, frame?.isClosing === 1];
  return { viewer, nowMs, isOpen, isClosing, walletCents, round: roundAt(nowMs), next: nextRound(nowMs), orders };
}

const readFrame = (db: Database, asker: { userId: string; country: string | null }): Work<Frame | undefined> =>
  row(
    db.all<Frame>(sql`SELECT ${marketOpenFor(asker)} AS isOpen, NOT ${notClosing(asker.userId)} AS isClosing, credits_total - debits_total AS walletCents
      FROM accounts WHERE id = ${walletOf(asker.userId)}`),
  );

/** What the first order of a round finds; its fee is that of the setting. */
export const roundIdOf = (caskId: string, { month }: Pick<RoundTimes, "month">) => `${caskId}/${month}`;

/** True for the cask in a column that is sold, or whose sale is proposed. */
export const isEnding = (caskId: SQL) =>
  sql`EXISTS (SELECT 1 FROM cask_exits WHERE cask_exits.cask_id = ${caskId} AND cask_exits.state <> 'withdrawn')`;

/** Far more than are ever in bond at once. */
const MOST_CASKS = 200;

type CaskRow = Omit<MarketCask, "lastValue" | "lastPrice" | "highestCents" | "isEnding"> & {
  costCents: number;
  isEnding: 0 | 1;
  lastPrice: string | null;
};

/** The viewer's own first, then by name. */
function readCasks(
  db: Database,
  { userId, nowMs, which }: { userId: string; nowMs: number; which: SQL },
): Work<MarketCask[]> {
  const month = (roundAt(nowMs) ?? nextRound(nowMs)).month;
  const query =
    db.all<CaskRow>(sql`SELECT casks.id AS caskId, casks.name, casks.cask_type AS caskType, casks.sold_stakes AS issued,
      casks.cost_per_stake_cents AS costCents, casks.counted_values AS countedValues, ${isEnding(sql`casks.id`)} AS isEnding,
      (SELECT count(*) FROM stakes WHERE stakes.user_id = ${userId} AND stakes.cask_id = casks.id AND stakes.state <> 'ended') AS mine,
      coalesce((SELECT fee_basis_points FROM resale_rounds WHERE resale_rounds.id = casks.id || ${`/${month}`}), ${resaleFee}) AS feeBasisPoints,
      (SELECT json_array(price_cents, month) FROM resale_rounds WHERE resale_rounds.cask_id = casks.id AND price_cents IS NOT NULL
        ORDER BY month DESC LIMIT 1) AS lastPrice
    FROM casks WHERE casks.state <> 'draft' AND ${which} ORDER BY mine = 0, casks.name COLLATE NOCASE LIMIT ${MOST_CASKS}`);
  return mapWork(rows(query), (found) => found.map((cask) => caskOf(cask, dateOf(nowMs))));
}

function caskOf({ lastPrice, costCents, isEnding: ending, ...cask }: CaskRow, today: string): MarketCask {
  const last = latestValuation(readCounted(cask.countedValues), today);
  const [priceCents, month] = lastPrice === null ? [] : (JSON.parse(lastPrice) as [number, string]);
  return {
    ...cask,
    isEnding: ending === 1,
    lastValue: last && { valueCents: last.valueCents, valuedOn: last.valuedOn, tier: last.tier },
    lastPrice: priceCents === undefined || month === undefined ? null : { priceCents, month },
    highestCents: highestLimit(last?.valueCents ?? null, costCents),
  };
}
