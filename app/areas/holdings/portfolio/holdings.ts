import { and, desc, eq, type Placeholder, sql } from "drizzle-orm";
import { payoutBlock } from "~/areas/holdings/payout-rules";
import {
  allHeldQuery,
  heldStakeQuery,
  readNewestAudit,
  stakesOf,
  valuationsOf,
} from "~/areas/holdings/portfolio/held-stakes";
import { newestFirst } from "~/core/lists";
import { type Account, walletOf } from "~/core/ledger/accounts";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import { accounts } from "~/db/schema/ledger";
import { withdrawals } from "~/db/schema/payouts";
import { stakes } from "~/db/schema/stakes";
import { mapWork, type ResultOf, row, rows, together, type Work } from "~/db/work";
import type { OpenBid } from "~/domain/bids";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { type HeldStake, priorityStanding, type Standing, standingOf } from "~/domain/returns";

export type Holding = HeldStake & {
  caskId: string;
  caskName: string;
  standing: Standing;
  advances: { on: CalendarDate; cents: number }[];
};

export type Holdings = {
  nowMs: number;
  today: CalendarDate;
  active: Holding[];
  priority: (Standing & { caskName: string }) | null;
};

export type HoldingsRows = { stakes: StakeRow[]; valuations: ValuationRow[]; withdrawals: WithdrawalRow[] };

export function holdingsOf({ stakes, valuations, withdrawals }: HoldingsRows, nowMs: number): Holdings {
  const today = dateOf(nowMs);
  const valuationsOf = groupBy(valuations, (row) => row.caskId);
  const takenOf = groupBy(withdrawals.filter(isTakenCycle).map(asOnTheWire), (row) => row.stakeId);
  const active = stakes
    .filter((row) => row.state === "active")
    .map(({ stakeId, caskId, caskName, priceCents, markCents, purchasedAtMs }) => {
      const held = {
        stakeId,
        priceCents,
        markCents,
        purchasedOn: dateOf(purchasedAtMs),
        valuations: valuationsOf.get(caskId) ?? [],
        taken: takenOf.get(stakeId) ?? [],
      };
      const advances = (takenOf.get(stakeId) ?? []).map(({ createdAtMs, amountCents: cents }) => {
        return { on: dateOf(createdAtMs), cents };
      });
      return { ...held, caskId, caskName, standing: standingOf(held, today), advances };
    });
  const first = priorityStanding(active.map(({ standing }) => standing));
  const caskName = active.find((holding) => holding.stakeId === first?.stakeId)?.caskName ?? "";
  return { nowMs, today, active, priority: first && { ...first, caskName } };
}

type TakenCycleRow = WithdrawalRow & {
  state: "progress" | "sending" | "paid";
  stakeId: string;
  cycleNumber: number;
  interestBasisPoints: number;
  reckonedToCents: number;
};

/** A rejected or cancelled request is as if it had never been: its cycle is free again. The wallet's balance belongs to no cycle. */
function isTakenCycle(row: WithdrawalRow): row is TakenCycleRow {
  return (isUndecided(row) || row.state === "paid") && row.stakeId !== null;
}

const isUndecided = ({ state }: WithdrawalRow) => state === "progress" || state === "sending";

const asOnTheWire = (row: TakenCycleRow) => ({
  ...row,
  state: row.state === "paid" ? ("paid" as const) : ("progress" as const),
});

export function hasOpenBalanceRequest(withdrawals: readonly WithdrawalRow[]): boolean {
  return withdrawals.some((row) => row.stakeId === null && isUndecided(row));
}

export function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

export const readOpenBids = (
  db: Database,
  { userId, nowMs, stakeId = null }: { userId: string; nowMs: number; stakeId?: string | null },
): Work<OpenBid[]> =>
  rows(
    db.all<OpenBid>(sql`SELECT bids.id, casks.name AS caskName, bids.closes_at_ms AS closesAtMs,
        (SELECT choice FROM bid_votes WHERE bid_id = bids.id AND user_id = ${userId} ORDER BY id DESC LIMIT 1) AS choice
      FROM bids JOIN casks ON casks.id = bids.cask_id
      WHERE bids.state = 'open' AND bids.closes_at_ms > ${nowMs} AND EXISTS (SELECT 1 FROM stakes
        WHERE stakes.user_id = ${userId} AND stakes.cask_id = bids.cask_id AND stakes.state <> 'ended' ${stakeId === null ? sql`` : sql`AND stakes.id = ${stakeId}`})
      ORDER BY bids.closes_at_ms`),
  );

function withdrawalsQuery(db: Database, { userId, stakeId }: Requested) {
  return db
    .select({
      id: withdrawals.id,
      stakeId: withdrawals.stakeId,
      cycleNumber: withdrawals.cycleNumber,
      amountCents: withdrawals.amountCents,
      interestBasisPoints: withdrawals.interestBasisPoints,
      reckonedToCents: withdrawals.reckonedToCents,
      state: withdrawals.state,
      holderName: withdrawals.holderName,
      bankName: withdrawals.bankName,
      ifscCode: withdrawals.ifscCode,
      accountLast4: withdrawals.accountLast4,
      payableFromMs: withdrawals.payableFromMs,
      sentAtMs: withdrawals.sentAtMs,
      block: payoutBlock("who is signed in").as("block"),
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
      returnReason: withdrawals.returnReason,
      returnReference: withdrawals.returnReference,
      cancelledBy: withdrawals.cancelledBy,
      createdAtMs: withdrawals.createdAtMs,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), stakeId && eq(withdrawals.stakeId, stakeId)))
    .orderBy(desc(withdrawals.createdAtMs));
}

type Requested = { userId: Placeholder; stakeId?: Placeholder };

const allWithdrawalsQuery = preparedOnce(["userId"], withdrawalsQuery);
const stakeWithdrawalsQuery = preparedOnce(["userId", "stakeId"], withdrawalsQuery);

export function readBalance(db: Database, accountId: Account): Work<number | null> {
  return mapWork(row(balanceQuery(db, { accountId })), (account) => account?.balance ?? null);
}

const balanceQuery = preparedOnce(["accountId"], (db, { accountId }) =>
  db
    .select({ balance: sql<number>`${accounts.creditsTotal} - ${accounts.debitsTotal}`.as("balance") })
    .from(accounts)
    .where(eq(accounts.id, accountId)),
);

export function ownsActiveStake(db: Database, userId: string): Work<boolean> {
  const query = db
    .select({ stakeId: stakes.id })
    .from(stakes)
    .where(and(eq(stakes.userId, userId), eq(stakes.state, "active")))
    .limit(1);
  return mapWork(row(query), (stake) => stake !== undefined);
}

type HoldingsQuery = { userId: string; stakeId?: string | null };

export function readStakes(db: Database, userId: string): Work<StakeRow[]> {
  const work = together({
    held: rows(allHeldQuery(db, { userId, wallet: walletOf(userId) })),
    auditedOn: readNewestAudit(db),
  });
  return mapWork(work, ({ held, auditedOn }) => stakesOf(held, auditedOn));
}

export function readHoldings(db: Database, asked: HoldingsQuery) {
  const { userId, stakeId = null } = asked;
  const who = { userId, wallet: walletOf(userId) };
  const work = together({
    held: rows(stakeId === null ? allHeldQuery(db, who) : heldStakeQuery(db, { ...who, stakeId })),
    auditedOn: readNewestAudit(db),
    withdrawals: rows(
      stakeId === null ? allWithdrawalsQuery(db, { userId }) : stakeWithdrawalsQuery(db, { userId, stakeId }),
    ),
    balanceCents: mapWork(readBalance(db, who.wallet), (cents) => cents ?? 0),
  });
  return mapWork(work, ({ held, auditedOn, withdrawals, balanceCents }) => {
    const stakes = stakesOf(held, auditedOn);
    const caskNames = new Map(stakes.map((stake) => [stake.stakeId, stake.caskName]));
    const named = newestFirst(withdrawals).map((row) => ({
      ...row,
      caskName: caskNames.get(row.stakeId ?? "") ?? null,
    }));
    return { stakes, valuations: valuationsOf(held), withdrawals: named, balanceCents, auditedOn };
  });
}

export type HoldingsRead = ResultOf<ReturnType<typeof readHoldings>>;
export type StakeRow = HoldingsRead["stakes"][number];
type ValuationRow = HoldingsRead["valuations"][number];
export type WithdrawalRow = HoldingsRead["withdrawals"][number];
