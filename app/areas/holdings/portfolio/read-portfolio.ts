import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { bankDetailsQuery, sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { personalQuery } from "~/areas/accounts/profile/personal-details";
import { invitationCode } from "~/areas/accounts/referrals/find-referral-code";
import { readHold } from "~/areas/holdings/payout-rules";
import { stakeOf } from "~/content/holding-texts";
import type { Deps } from "~/core/deps";
import { tokensOf } from "~/core/ledger/accounts";
import type { Session } from "~/core/session/session";
import { fieldOf } from "~/areas/buying/read-wanted";
import { preparedOnce } from "~/db/prepared-once";
import { payments } from "~/db/schema/payments";
import { mapWork, noWork, row, rows, together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { checkoutMinutesLeft, MAX_OPEN_CHECKOUTS } from "~/domain/checkout-window";
import { readBalance, readHoldings, readOpenBids, type StakeRow } from "./holdings";

export const BILLING_PAGE = { wallet: 5, older: 25, api: 50 };

const billingQuery = preparedOnce(["userId", "beforeId", "limit"], (db, { userId, beforeId, limit }) => {
  const before = sql`coalesce((SELECT earlier.created_at_ms FROM payments AS earlier
    WHERE earlier.id = ${beforeId} AND earlier.user_id = ${userId}), 9000000000000000)`;
  return db
    .select({
      id: payments.id,
      productName: payments.productName,
      amountCents: payments.amountCents,
      paidState: sql<BillingState>`${payments.state}`.as("paid_state"),
      createdAtMs: payments.createdAtMs,
    })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        inArray(payments.state, ["settled", "refunding", "refunded", "disputed"]),
        sql`(${payments.createdAtMs}, ${payments.id}) < (${before}, coalesce(${beforeId}, ''))`,
      ),
    )
    .orderBy(desc(payments.createdAtMs), desc(payments.id))
    .limit(limit);
});

type BillingState = "settled" | "refunding" | "refunded" | "disputed";
type BilledRow = Awaited<ReturnType<typeof billingQuery>>[number];
type Bought = Pick<StakeRow, "number" | "totalStakes" | "certificateId" | "certificateState">;

const STATES = { settled: "paid", refunding: "refunding", refunded: "refunded", disputed: "frozen" } as const;

export function billingView(
  rows: BilledRow[],
  stakes: readonly (Bought & Pick<StakeRow, "paymentId">)[],
  pageRows: number,
) {
  const bought = new Map(stakes.map((stake) => [stake.paymentId, stake]));
  const shown = rows.slice(0, pageRows);
  return {
    rows: shown.map((row) => ({
      id: row.id,
      name: row.productName,
      detail: detailOf(bought.get(row.id)),
      amountCents: row.amountCents,
      date: dateOf(row.createdAtMs),
      state: STATES[row.paidState],
      certificate: certificateOf(bought.get(row.id)),
    })),
    olderBefore: rows.length > pageRows ? (shown.at(-1)?.id ?? null) : null,
  };
}

const certificateHref = (certificateId: string) => `/certificates/${certificateId}.pdf`;

const detailOf = (stake: Bought | undefined) => (stake ? stakeOf(stake.number, stake.totalStakes) : "");

function certificateOf(stake: Bought | undefined) {
  if (!stake || stake.certificateId === null || stake.certificateState === null) return { state: "none" as const };
  if (stake.certificateState === "issued")
    return { state: "ready" as const, href: certificateHref(stake.certificateId) };
  return stake.certificateState === "void" ? { state: "void" as const } : { state: "pending" as const };
}

export async function readUserDetails({ db }: Deps, session: Session, beforeId: string | null) {
  const { viewer, nowMs, result } = await session.read(({ userId }) =>
    together({
      holdings: readHoldings(db, { userId }),
      billing: rows(billingQuery(db, { userId, beforeId, limit: BILLING_PAGE.api + 1 })),
      tokens: mapWork(readBalance(db, tokensOf(userId)), (tokens) => tokens ?? 0),
      code: invitationCode(db, userId),
      personal: row(personalQuery(db, userId)),
      bank: row(bankDetailsQuery(db, userId)),
    }),
  );
  const { holdings, ...others } = result;
  return { viewer, nowMs, rows: { ...holdings, ...others } };
}

const openPaymentsQuery = preparedOnce(["userId", "nowMs"], (db, { userId, nowMs }) =>
  db
    .select({
      id: payments.id,
      caskId: payments.caskId,
      offerId: payments.offerId,
      name: payments.productName,
      amountCents: payments.amountCents,
      mode: payments.mode,
      expiresAtMs: payments.expiresAtMs,
      createdAtMs: payments.createdAtMs,
    })
    .from(payments)
    .where(
      and(eq(payments.userId, userId), sql`${payments.state} IN ('created', 'open')`, gt(payments.expiresAtMs, nowMs)),
    )
    .limit(MAX_OPEN_CHECKOUTS),
);

type Row = Awaited<ReturnType<typeof openPaymentsQuery>>[number];

export const openPaymentView = ({ expiresAtMs, createdAtMs, ...row }: Row, nowMs: number) => ({
  ...row,
  field: fieldOf(row),
  minutesLeft: checkoutMinutesLeft({ expiresAtMs, createdAtMs }, nowMs),
});

export type Portfolio = Awaited<ReturnType<typeof readPortfolio>>;

type PortfolioQuery<T> = {
  beforeId?: string | null;
  /** The form of a withdrawal is shown, or was sent. */
  withdraws?: boolean;
  beside?: (userId: string) => Work<T>;
};

export async function readPortfolio<T = void>(
  { db }: Deps,
  session: Session,
  { beforeId = null, withdraws = false, beside }: PortfolioQuery<T> = {},
) {
  const billingRows = beforeId === null ? BILLING_PAGE.wallet : BILLING_PAGE.older;
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      holdings: readHoldings(db, { userId }),
      billing: rows(billingQuery(db, { userId, beforeId, limit: billingRows + 1 })),
      open: rows(openPaymentsQuery(db, { userId, nowMs })),
      bank: row(sealedBankDetailsQuery(db, { userId })),
      hold: withdraws ? readHold(db, { userId, nowMs }) : noWork(null),
      bids: readOpenBids(db, { userId, nowMs }),
      beside: beside ? beside(userId) : noWork(undefined),
    }),
  );
  const { holdings, billing, open, ...rest } = result;
  return { viewer, nowMs, rows: { ...holdings, billing, billingRows, open }, ...rest };
}
