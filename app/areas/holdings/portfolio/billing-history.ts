import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { receivedOf } from "~/content/received-usdt";
import { billingTexts } from "~/content/wallet-texts";
import { preparedOnce } from "~/db/prepared-once";
import { payments } from "~/db/schema/payments";
import { dateOf } from "~/domain/calendar-date";
import type { StakeRow } from "./holdings-queries";

/** How many the wallet shows at first and on each further page, and how many the API sends at once. */
export const BILLING_PAGE = { wallet: 5, older: 25, api: 50 };

/** Purchases, latest first. To know whether there is another page, one row more than a page is asked for. */
export const billingQuery = preparedOnce(["userId", "beforeId", "limit"], (db, { userId, beforeId, limit }) => {
  // An unknown id starts at the top.
  const before = sql`coalesce((SELECT earlier.created_at_ms FROM payments AS earlier
    WHERE earlier.id = ${beforeId} AND earlier.user_id = ${userId}), 9000000000000000)`;
  return db
    .select({
      id: payments.id,
      productName: payments.productName,
      amountCents: payments.amountCents,
      /** For an underpaid payment; null for all others. */
      shortCents: sql<number | null>`iif(${payments.reason} = 'underpaid', ${payments.receivedCents}, NULL)`.as(
        "short_cents",
      ),
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
type Row = Awaited<ReturnType<typeof billingQuery>>[number];
/** What was bought, as far as it was a stake. */
type Bought = Pick<StakeRow, "number" | "totalStakes" | "certificateId" | "certificateState">;

export type BillingRowView = {
  id: string;
  name: string;
  detail: string;
  amountCents: number;
  /** What arrived of an underpaid payment. */
  shortCents: number | null;
  date: string;
  state: "paid" | "refunding" | "refunded" | "frozen";
  certificate: { state: "ready"; href: string } | { state: "pending" } | { state: "void" } | { state: "none" };
};

const STATES = { settled: "paid", refunding: "refunding", refunded: "refunded", disputed: "frozen" } as const;

export function billingView(
  rows: Row[],
  stakes: readonly (Bought & Pick<StakeRow, "paymentId">)[],
  pageRows: number,
): { rows: BillingRowView[]; olderBefore: string | null } {
  const bought = new Map(stakes.map((stake) => [stake.paymentId, stake]));
  const shown = rows.slice(0, pageRows);
  return {
    rows: shown.map((row) => ({
      id: row.id,
      name: row.productName,
      detail:
        row.shortCents === null
          ? detailOf(bought.get(row.id))
          : receivedOf({ receivedCents: row.shortCents, amountCents: row.amountCents }),
      shortCents: row.shortCents,
      amountCents: row.amountCents,
      date: dateOf(row.createdAtMs),
      state: STATES[row.paidState],
      certificate: certificateOf(bought.get(row.id)),
    })),
    olderBefore: rows.length > pageRows ? (shown.at(-1)?.id ?? null) : null,
  };
}

const certificateHref = (certificateId: string) => `/certificates/${certificateId}.pdf`;

const detailOf = (stake: Bought | undefined) => (stake ? billingTexts.stakeOf(stake.number, stake.totalStakes) : "");

function certificateOf(stake: Bought | undefined): BillingRowView["certificate"] {
  if (!stake || stake.certificateId === null || stake.certificateState === null) return { state: "none" };
  if (stake.certificateState === "issued") return { state: "ready", href: certificateHref(stake.certificateId) };
  return { state: stake.certificateState };
}
