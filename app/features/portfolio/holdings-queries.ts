import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks, valuations } from "~/db/schema/casks";
import { accounts } from "~/db/schema/ledger";
import { withdrawals } from "~/db/schema/rewards";
import { certificates, stakes } from "~/db/schema/stakes";
import { knownAudit } from "~/features/audits/known-audit";
import { type Account, walletOf } from "~/features/ledger/accounts";
import { payoutBlock } from "~/features/withdrawals/payout-limits";
import { mapWork, type ResultOf, row, rows, together, type Work } from "~/db/work";
import { isCounted } from "./counted-valuations";

// What one investor holds. Every list has a limit far above what one person can own. The page logs when one is reached,
// because its sums would be too low.

const MOST_STAKES = 1000;
const MOST_VALUATIONS = 5000;
const MOST_WITHDRAWALS = 1000;

/** From the moment the sale of its cask is confirmed: what it brings is certain, and credited within minutes. */
const isSold = sql`(${stakes.exitId} IS NOT NULL OR (${stakes.state} = 'active' AND ${casks.endedOn} IS NOT NULL))`;

/** Oldest purchase first. A stake whose cask was sold counts as ended with what each of its stakes brings. */
export function stakesQuery(db: Database, userId: string, stakeId: string | null = null) {
  return (
    db
      .select({
        stakeId: stakes.id,
        caskId: stakes.caskId,
        caskName: casks.name,
        caskType: casks.caskType,
        number: stakes.number,
        totalStakes: casks.totalStakes,
        soldStakes: casks.soldStakes,
        launchesOn: casks.launchesOn,
        closesOn: casks.closesOn,
        endedOn: casks.endedOn,
        priceCents: stakes.priceCents,
        state: sql<typeof stakes.$inferSelect.state>`iif(${isSold}, 'ended', ${stakes.state})`.as("stake_state"),
        purchasedAtMs: stakes.purchasedAtMs,
        soldForCents: sql<number | null>`CASE
        WHEN ${isSold} THEN (SELECT net_per_stake_cents FROM cask_exits
          WHERE cask_exits.cask_id = ${stakes.caskId} AND cask_exits.state <> 'withdrawn')
        WHEN ${stakes.state} = 'ended' THEN (SELECT sum(amount) FROM transfers
        WHERE refers_to = 'stake:' || ${stakes.id} AND credit_account_id = ${walletOf(userId)}
          AND reason IN ('cask-sale', 'provider-buy-back')) END`.as("sold_for_cents"),
        certificateCode: sql<string | null>`${certificates.code}`.as("certificate_code"),
        certificateAtMs: sql<number | null>`${certificates.createdAtMs}`.as("certificate_at_ms"),
        ...knownAudit(sql`${certificates.id}`),
      })
      .from(stakes)
      .innerJoin(casks, eq(casks.id, stakes.caskId))
      // Of one stake no more than one stands: an index sees to it.
      .leftJoin(certificates, and(eq(certificates.stakeId, stakes.id), sql`${certificates.state} <> 'void'`))
      .where(and(eq(stakes.userId, userId), stakeId === null ? undefined : eq(stakes.id, stakeId)))
      .orderBy(asc(stakes.purchasedAtMs))
      .limit(MOST_STAKES)
  );
}

/** Oldest first; of two with the same date the later entry comes later and counts. */
function valuationsQuery(db: Database, userId: string, stakeId: string | null) {
  const held = db
    .select({ caskId: stakes.caskId })
    .from(stakes)
    .where(and(eq(stakes.userId, userId), stakeId === null ? undefined : eq(stakes.id, stakeId)));
  return db
    .select({
      caskId: valuations.caskId,
      valuedOn: valuations.valuedOn,
      valueCents: valuations.valueCents,
      tier: valuations.tier,
      method: valuations.method,
      source: valuations.source,
    })
    .from(valuations)
    .where(and(inArray(valuations.caskId, held), isCounted))
    .orderBy(asc(valuations.valuedOn), asc(valuations.createdAtMs), asc(valuations.id))
    .limit(MOST_VALUATIONS);
}

/** Latest first. Withdrawals of the wallet's balance have no stake. */
function withdrawalsQuery(db: Database, { userId, nowMs, stakeId = null }: Asked) {
  return db
    .select({
      id: withdrawals.id,
      stakeId: withdrawals.stakeId,
      caskName: casks.name,
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
      block: payoutBlock(nowMs).as("block"),
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
      cancelledBy: withdrawals.cancelledBy,
      createdAtMs: withdrawals.createdAtMs,
    })
    .from(withdrawals)
    .leftJoin(stakes, eq(stakes.id, withdrawals.stakeId))
    .leftJoin(casks, eq(casks.id, stakes.caskId))
    .where(and(eq(withdrawals.userId, userId), stakeId === null ? undefined : eq(withdrawals.stakeId, stakeId)))
    .orderBy(desc(withdrawals.createdAtMs), desc(withdrawals.id))
    .limit(MOST_WITHDRAWALS);
}

/** In the account's smallest unit; null if there is no such account. */
export function readBalance(db: Database, accountId: Account): Work<number | null> {
  const query = db
    .select({ balance: sql<number>`${accounts.creditsTotal} - ${accounts.debitsTotal}`.as("balance") })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return mapWork(row(query), (account) => account?.balance ?? null);
}

export function ownsActiveStake(db: Database, userId: string): Work<boolean> {
  const query = db
    .select({ stakeId: stakes.id })
    .from(stakes)
    .where(and(eq(stakes.userId, userId), eq(stakes.state, "active")))
    .limit(1);
  return mapWork(row(query), (stake) => stake !== undefined);
}

type Asked = {
  userId: string;
  nowMs: number;
  /** Only what concerns this stake; null: all of them. */
  stakeId?: string | null;
};

/** Everything that an investor's returns and withdrawals are calculated from. */
export function readHoldings(db: Database, asked: Asked) {
  const { userId, stakeId = null } = asked;
  return together({
    stakes: rows(stakesQuery(db, userId, stakeId)),
    valuations: rows(valuationsQuery(db, userId, stakeId)),
    withdrawals: rows(withdrawalsQuery(db, asked)),
    balanceCents: mapWork(readBalance(db, walletOf(userId)), (cents) => cents ?? 0),
  });
}

export type HoldingsRead = ResultOf<ReturnType<typeof readHoldings>>;
export type StakeRow = Awaited<ReturnType<typeof stakesQuery>>[number];
export type ValuationRow = Awaited<ReturnType<typeof valuationsQuery>>[number];
export type WithdrawalRow = Awaited<ReturnType<typeof withdrawalsQuery>>[number];

export function reachedBounds(rows: { stakes: unknown[]; valuations: unknown[]; withdrawals: unknown[] }): boolean {
  return (
    rows.stakes.length >= MOST_STAKES ||
    rows.valuations.length >= MOST_VALUATIONS ||
    rows.withdrawals.length >= MOST_WITHDRAWALS
  );
}
