import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { receiptTexts as texts } from "~/content/receipt-texts";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { transfers } from "~/db/schema/ledger";
import { payments } from "~/db/schema/payments";
import { stakes } from "~/db/schema/stakes";
import { row, rows, together } from "~/db/work";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { firstPrintable } from "~/domain/tidy-text";
import type { Deps } from "~/core/deps";
import { MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import type { Paper, PaperSection } from "~/areas/holdings/papers/paper";
import { personalQuery, type Personal } from "~/areas/accounts/profile/personal-details";
import type { Session } from "~/core/session/session";

const PAID = ["settled", "refunding", "refunded", "disputed"] as const;

/** The receipt of one payment of the viewer's own; null: there is none, or it is another user's. One round trip. */
export async function readReceipt(
  { db }: Pick<Deps, "db">,
  session: Session,
  paymentId: string,
): Promise<Paper | null> {
  const { nowMs, result } = await session.read(({ userId }) =>
    together({
      payment: row(paymentQuery(db, userId, paymentId)),
      moved: rows(movedQuery(db, userId, paymentId)),
      personal: row(personalQuery(db, userId)),
    }),
  );
  return result.payment ? receiptOf(result.payment, result, nowMs) : null;
}

function paymentQuery(db: Database, userId: string, paymentId: string) {
  return db
    .select({
      id: payments.id,
      purpose: payments.purpose,
      productName: payments.productName,
      amountCents: payments.amountCents,
      mode: payments.mode,
      state: sql<(typeof PAID)[number]>`${payments.state}`.as("paid_state"),
      createdAtMs: payments.createdAtMs,
      number: stakes.number,
      totalStakes: casks.totalStakes,
    })
    .from(payments)
    .leftJoin(stakes, eq(stakes.paymentId, payments.id))
    .leftJoin(casks, eq(casks.id, stakes.caskId))
    .where(and(eq(payments.id, paymentId), eq(payments.userId, userId), inArray(payments.state, PAID)));
}

/** Between us and the payment providers. */
function movedQuery(db: Database, userId: string, paymentId: string) {
  return db
    .select({ debit: transfers.debitAccountId, amount: transfers.amount, createdAtMs: transfers.createdAtMs })
    .from(transfers)
    .where(
      sql`${transfers.refersTo} = ${`payment:${paymentId}`} AND ${transfers.currency} = 'USD'
        AND EXISTS (SELECT 1 FROM payments WHERE payments.id = ${paymentId} AND payments.user_id = ${userId}
          AND ('house:' || payments.provider) IN (${transfers.debitAccountId}, ${transfers.creditAccountId}))`,
    )
    .orderBy(asc(transfers.seq));
}

type PaymentRow = Awaited<ReturnType<typeof paymentQuery>>[number];
type MovedRow = Awaited<ReturnType<typeof movedQuery>>[number];
type Told = { moved: MovedRow[]; personal: Personal | undefined };

function receiptOf(payment: PaymentRow, { moved, personal }: Told, nowMs: number): Paper {
  const [received] = moved;
  return {
    brand: texts.brand,
    title: texts.title,
    lead: texts.lead(payment.id),
    about: [
      { label: texts.about.from, value: texts.seller },
      { label: texts.about.to, value: buyerOf(personal) },
      { label: texts.about.paidOn, value: formatDate(dateOf(received?.createdAtMs ?? payment.createdAtMs)) },
      { label: texts.about.by, value: texts.modes[payment.mode] },
      { label: texts.about.state, value: texts.states[payment.state] },
    ],
    sections: [{ ...paidFor(payment), notes: texts.notes }, ...(moved.length > 1 ? [movements(moved)] : [])],
    footer: texts.footer,
    page: { of: texts.pageOf },
    madeOn: dateOf(nowMs),
  };
}

function buyerOf(personal: Personal | undefined): string {
  const { fullName = null, nameOnCertificate = null, email = null, phone = null, address = null } = personal ?? {};
  const lines = [
    firstPrintable(nameOnCertificate, fullName) ?? "",
    ...(address ?? "").split("\n"),
    email ?? (phone ? `+${phone}` : ""),
  ];
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

function paidFor({ purpose, productName, number, totalStakes, amountCents }: PaymentRow): PaperSection {
  const stake = number !== null && totalStakes !== null ? `\n${texts.stake({ number, totalStakes })}` : "";
  const [what, amount] = texts.for.columns;
  return {
    title: texts.for.title,
    table: {
      columns: [
        { label: what, share: 0.75 },
        { label: amount, share: 0.25, align: "right" },
      ],
      rows: [[purpose === "joining-fee" ? texts.for.fee : `${productName}${stake}`, formatUsd(amountCents)]],
      sum: [texts.for.total, formatUsd(amountCents)],
    },
  };
}

/** More than the one payment: something was taken back or restored. */
function movements(moved: readonly MovedRow[]): PaperSection {
  const [date, what, amount] = texts.moved.columns;
  return {
    title: texts.moved.title,
    table: {
      columns: [
        { label: date, share: 0.25 },
        { label: what, share: 0.5 },
        { label: amount, share: 0.25, align: "right" },
      ],
      rows: moved.map(({ debit, amount: cents, createdAtMs }) => {
        const isIn = OUTSIDE.has(debit);
        return [
          formatDate(dateOf(createdAtMs)),
          isIn ? texts.moved.in : texts.moved.out,
          formatUsd(isIn ? cents : -cents),
        ];
      }),
    },
  };
}

const OUTSIDE: ReadonlySet<string> = new Set(MONEY_ACCOUNTS);
