import { and, desc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import type { casks } from "~/db/schema/casks";
import { accounts } from "~/db/schema/ledger";
import { withdrawals } from "~/db/schema/rewards";
import type { CERTIFICATE_STATES, STAKE_STATES, VALUATION_TIERS } from "~/db/schema/names";
import { stakes } from "~/db/schema/stakes";
import { type KnownMarks, readKnownMarks } from "~/areas/holdings/certificates/inside/known-audit";
import { type Account, walletOf } from "~/core/ledger/accounts";
import { payoutBlock } from "~/areas/holdings/payout-rules/payout-limits";
import { mapWork, type ResultOf, row, rows, together, type Work } from "~/db/work";

// What one investor holds. Every list has a limit far above what one person owns. Where one is exceeded the sums are too low:
// pages and API say so, statements are refused, and it is logged.

const MOST_STAKES = 2000;
const MOST_WITHDRAWALS = 1000;

type StakeState = (typeof STAKE_STATES)[number];
type CertificateState = (typeof CERTIFICATE_STATES)[number];
type ValuationTier = (typeof VALUATION_TIERS)[number];

/** JSON of the database. */
type Written<T extends unknown[]> = string & { json?: T };
type StakeList = [
  stakeId: string,
  number: number,
  paymentId: string,
  priceCents: number,
  state: StakeState,
  purchasedAtMs: number,
  exitId: string | null,
  certificateId: string | null,
  certificateCode: string | null,
  certificateState: CertificateState | null,
  certificateAtMs: number | null,
  soldForCents: number | null,
  /** In which order stakes were sold. */
  place: number,
][];
type ValueList = [valuedOn: string, valueCents: number, tier: ValuationTier, method: string, source: string][];

/**
 * What one investor holds of each cask, and its valuations that count: one row a cask, so that each cask is read once however
 * many of its stakes they hold.
 */
function heldQuery(db: Database, { userId, wallet, most, which = sql`` }: Held) {
  const soldForCents = sql`CASE WHEN exit_id IS NULL AND state = 'ended' THEN (SELECT sum(amount) FROM transfers
    WHERE refers_to = 'stake:' || held.id AND credit_account_id = ${wallet} AND reason IN ('cask-sale', 'provider-buy-back')) END`;
  const list = sql`json_group_array(json_array(id, number, payment_id, price_cents, state, purchased_at_ms, exit_id, certificate_id,
    certificate_code, certificate_state, certificate_at_ms, ${soldForCents}, place))`;
  // One more than the limit, to know whether there are more; in the order of the index that they are grouped by.
  const some = sql`SELECT id, cask_id, number, payment_id, price_cents, state, purchased_at_ms, exit_id, certificate_id,
    certificate_code, certificate_state, certificate_at_ms, rowid AS place
    FROM stakes WHERE user_id = ${userId} ${which} ORDER BY cask_id LIMIT ${most} + 1`;
  const held = sql`SELECT cask_id, ${list} AS list FROM (${some}) AS held GROUP BY cask_id`;
  return db.all<HeldCask>(sql`SELECT casks.id AS caskId, casks.name AS caskName, casks.cask_type AS caskType,
      casks.total_stakes AS totalStakes, casks.sold_stakes AS soldStakes, casks.launches_on AS launchesOn,
      casks.closes_on AS closesOn, casks.ended_on AS endedOn, casks.counted_values AS counted, held.list,
      iif(casks.ended_on IS NULL, NULL, (SELECT net_per_stake_cents FROM cask_exits
        WHERE cask_exits.cask_id = casks.id AND cask_exits.state <> 'withdrawn')) AS exitCents
    FROM (${held}) AS held JOIN casks ON casks.id = held.cask_id`);
}

type Held = { userId: Placeholder; wallet: Placeholder; most: Placeholder; which?: SQL };

const allHeldQuery = preparedOnce(["userId", "wallet", "most"], heldQuery);
const heldStakeQuery = preparedOnce(["userId", "wallet", "most", "stakeId"], (db, { stakeId, ...held }) =>
  heldQuery(db, { ...held, which: sql`AND id = ${stakeId}` }),
);

type HeldCask = Pick<
  typeof casks.$inferSelect,
  "caskType" | "totalStakes" | "soldStakes" | "launchesOn" | "closesOn" | "endedOn"
> & {
  caskId: string;
  caskName: string;
  counted: Written<ValueList>;
  list: Written<StakeList>;
  /** What each of its stakes brings, from the moment its sale is confirmed. */
  exitCents: number | null;
};

const read = <T extends unknown[]>(written: Written<T>) => JSON.parse(written) as T;

/** Oldest purchase first. A stake whose cask was sold counts as ended with what each of its stakes brings. */
function stakesOf(held: readonly HeldCask[], { auditedOn, missing }: KnownMarks) {
  return held
    .flatMap(({ list, counted: _, exitCents, ...cask }) =>
      read(list).map(
        ([
          stakeId,
          number,
          paymentId,
          priceCents,
          state,
          purchasedAtMs,
          exitId,
          certificateId,
          code,
          certificateState,
          atMs,
          sold,
          place,
        ]) => {
          // From the moment the sale of its cask is confirmed: what it brings is certain, and credited within minutes.
          const isSold = exitId !== null || (state === "active" && cask.endedOn !== null);
          const stands = certificateState !== null && certificateState !== "void";
          return {
            ...cask,
            ...{ stakeId, number, paymentId, priceCents, purchasedAtMs, certificateId, certificateState, place },
            state: isSold ? ("ended" as const) : state,
            soldForCents: isSold ? exitCents : sold,
            certificateCode: stands ? code : null,
            certificateAtMs: stands ? atMs : null,
            auditedOn,
            isMissing: stands && certificateId !== null && missing.has(certificateId) ? 1 : 0,
          };
        },
      ),
    )
    .sort((one, other) => one.purchasedAtMs - other.purchasedAtMs || one.place - other.place);
}

/** Oldest first; of two with the same date the later entry comes later and counts. */
const valuationsOf = (held: readonly HeldCask[]) =>
  held.flatMap(({ caskId, counted }) =>
    read(counted).map(([valuedOn, valueCents, tier, method, source]) => ({
      caskId,
      valuedOn,
      valueCents,
      tier,
      method,
      source,
    })),
  );

/** Latest first. Withdrawals of the wallet's balance have no stake. */
function withdrawalsQuery(db: Database, { userId, nowMs, stakeId }: Requested) {
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
      accountMark: withdrawals.accountMark,
      payableFromMs: withdrawals.payableFromMs,
      sentAtMs: withdrawals.sentAtMs,
      block: payoutBlock(nowMs).as("block"),
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
      cancelledBy: withdrawals.cancelledBy,
      createdAtMs: withdrawals.createdAtMs,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), stakeId && eq(withdrawals.stakeId, stakeId)))
    .orderBy(desc(withdrawals.createdAtMs))
    .limit(MOST_WITHDRAWALS + 1);
}

type Requested = { userId: Placeholder; nowMs: Placeholder; stakeId?: Placeholder };

const allWithdrawalsQuery = preparedOnce(["userId", "nowMs"], withdrawalsQuery);
const stakeWithdrawalsQuery = preparedOnce(["userId", "nowMs", "stakeId"], withdrawalsQuery);

/** In the account's smallest unit; null if there is no such account. */
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

type HoldingsQuery = {
  userId: string;
  nowMs: number;
  /** Only what concerns this stake; null: all of them. */
  stakeId?: string | null;
  /** The limit of stakes. */
  most?: number;
};

/** Of one millisecond by their ids: the index does not hold them, and sorting in the database would read each row once more. */
const newestFirst = <Row extends { createdAtMs: number; id: string }>(found: readonly Row[]) =>
  [...found].sort((one, other) => other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1));

/** Without their values. */
export function readStakes(db: Database, userId: string): Work<StakeRow[]> {
  const work = together({
    held: rows(allHeldQuery(db, { userId, wallet: walletOf(userId), most: MOST_STAKES })),
    marks: readKnownMarks(db),
  });
  return mapWork(work, ({ held, marks }) => stakesOf(held, marks));
}

/** Everything that an investor's returns and withdrawals are calculated from. */
export function readHoldings(db: Database, asked: HoldingsQuery) {
  const { userId, nowMs, stakeId = null, most = MOST_STAKES } = asked;
  const who = { userId, wallet: walletOf(userId), most };
  const work = together({
    held: rows(stakeId === null ? allHeldQuery(db, who) : heldStakeQuery(db, { ...who, stakeId })),
    marks: readKnownMarks(db),
    withdrawals: rows(
      stakeId === null
        ? allWithdrawalsQuery(db, { userId, nowMs })
        : stakeWithdrawalsQuery(db, { userId, nowMs, stakeId }),
    ),
    balanceCents: mapWork(readBalance(db, who.wallet), (cents) => cents ?? 0),
  });
  return mapWork(work, ({ held, marks, withdrawals, balanceCents }) => {
    const found = stakesOf(held, marks);
    const isCut = found.length > most || withdrawals.length > MOST_WITHDRAWALS;
    const stakes = found.slice(0, most);
    const caskNames = new Map(stakes.map((stake) => [stake.stakeId, stake.caskName]));
    const named = newestFirst(withdrawals.slice(0, MOST_WITHDRAWALS)).map((row) => ({
      ...row,
      caskName: caskNames.get(row.stakeId ?? "") ?? null,
    }));
    return { stakes, valuations: valuationsOf(held), withdrawals: named, balanceCents, isCut };
  });
}

export type HoldingsRead = ResultOf<ReturnType<typeof readHoldings>>;
export type StakeRow = HoldingsRead["stakes"][number];
export type ValuationRow = HoldingsRead["valuations"][number];
export type WithdrawalRow = HoldingsRead["withdrawals"][number];
