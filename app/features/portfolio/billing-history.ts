import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { billingTexts } from "~/content/wallet-texts";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { certificates, stakes } from "~/db/schema/stakes";
import { dateOf } from "~/domain/calendar-date";

const BILLING_PAGE = 50;

/** One page of purchases, latest first, plus one row that shows whether there is another page. */
export function billingQuery(db: Database, userId: string, beforeId: string | null) {
  // An unknown id starts at the top.
  const before = sql`coalesce((SELECT earlier.created_at_ms FROM payments AS earlier
    WHERE earlier.id = ${beforeId} AND earlier.user_id = ${userId}), 9000000000000000)`;
  return db
    .select({
      id: payments.id,
      productName: payments.productName,
      amountCents: payments.amountCents,
      paidState: sql<BillingState>`${payments.state}`.as("paid_state"),
      createdAtMs: payments.createdAtMs,
      stakeNumber: stakes.number,
      totalStakes: casks.totalStakes,
      certificateId: sql<string | null>`${certificates.id}`.as("certificate_id"),
      certificateState: sql<"pending" | "issued" | "void" | null>`${certificates.state}`.as("certificate_state"),
    })
    .from(payments)
    .leftJoin(stakes, eq(stakes.paymentId, payments.id))
    .leftJoin(casks, eq(casks.id, stakes.caskId))
    .leftJoin(
      certificates,
      // The valid certificate if there is one; reissuing leaves void ones behind.
      eq(
        certificates.id,
        sql`(SELECT one.id FROM certificates AS one WHERE one.stake_id = ${stakes.id}
          ORDER BY one.state = 'void', one.created_at_ms DESC LIMIT 1)`,
      ),
    )
    .where(
      and(
        eq(payments.userId, userId),
        inArray(payments.state, ["settled", "refunding", "refunded", "disputed"]),
        sql`(${payments.createdAtMs}, ${payments.id}) < (${before}, coalesce(${beforeId}, ''))`,
      ),
    )
    .orderBy(desc(payments.createdAtMs), desc(payments.id))
    .limit(BILLING_PAGE + 1);
}

type BillingState = "settled" | "refunding" | "refunded" | "disputed";
type Row = Awaited<ReturnType<typeof billingQuery>>[number];

export type BillingRowView = {
  id: string;
  name: string;
  detail: string;
  amountCents: number;
  date: string;
  state: "paid" | "refunding" | "refunded" | "frozen";
  certificate: { state: "ready"; href: string } | { state: "pending" } | { state: "void" } | { state: "none" };
};

const STATES = { settled: "paid", refunding: "refunding", refunded: "refunded", disputed: "frozen" } as const;

export function billingView(rows: Row[]): { rows: BillingRowView[]; olderBefore: string | null } {
  const shown = rows.slice(0, BILLING_PAGE);
  return {
    rows: shown.map((row) => ({
      id: row.id,
      name: row.productName,
      detail: row.stakeNumber === null ? "" : billingTexts.stakeOf(row.stakeNumber, row.totalStakes ?? 0),
      amountCents: row.amountCents,
      date: dateOf(row.createdAtMs),
      state: STATES[row.paidState],
      certificate: certificateOf(row),
    })),
    olderBefore: rows.length > BILLING_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

const certificateHref = (certificateId: string) => `/certificates/${certificateId}.pdf`;

function certificateOf({ certificateId, certificateState }: Row): BillingRowView["certificate"] {
  if (certificateId === null || certificateState === null) return { state: "none" };
  if (certificateState === "issued") return { state: "ready", href: certificateHref(certificateId) };
  return { state: certificateState };
}
