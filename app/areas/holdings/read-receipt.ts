import { company } from "~/content/company";
import { CANCEL_PATH } from "~/content/page-paths";
import { cancelTexts } from "~/content/support-texts";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
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
import { isOutside } from "~/areas/holdings/statements/statement-lines";
import { type Paper, paperColumns, type PaperSection } from "~/areas/holdings/papers/paper";
import { type Personal, personalQuery } from "~/areas/accounts/profile/personal-details";
import type { Session } from "~/core/session/session";

const receiptTexts = {
  title: "Receipt",
  lead: (id: string) => `Payment ${id}`,
  about: { from: "From", to: "To", paidOn: "Paid on", by: "Paid by", state: "State" },
  seller: `${company.legalName}\nRegistered in ${company.registeredIn}, no. ${company.registryNumber}\n${company.address}`,
  modes: { Bank: "Card", Crypto: "Crypto" },
  states: {
    settled: "Paid",
    refunding: "Paid; a refund is in progress",
    refunded: "Paid and refunded",
    disputed: "Paid; the payment is disputed",
  },
  for: {
    title: "What was paid for",
    columns: ["For", "Amount"],
    fee: "Joining fee, once",
    total: "Total, in US dollars",
    received: "Received, in US dollars",
  },
  stake: ({ number, totalStakes }: { number: number; totalStakes: number }) => `Stake ${number} of ${totalStakes}`,
  moved: { title: "Received and sent back", columns: ["Date", "What", "Amount"], in: "Received", out: "Sent back" },
  notes: [
    "While a cask is in bond, no duty or VAT falls due on it; none is part of this amount.",
    `${cancelTexts.title}: ${company.siteUrl}${CANCEL_PATH}`,
    "This is a receipt for a payment. The register, not the receipt, says who holds a stake.",
  ],
} as const;

const PAID = ["settled", "refunding", "refunded", "disputed"] as const;

export async function readReceipt({ db }: Deps, session: Session, paymentId: string): Promise<Paper | null> {
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

function movedQuery(db: Database, userId: string, paymentId: string) {
  return db
    .select({
      debit: transfers.debitAccountId,
      credit: transfers.creditAccountId,
      amount: transfers.amount,
      createdAtMs: transfers.createdAtMs,
    })
    .from(transfers)
    .where(
      sql`${transfers.refersTo} = ${`payment:${paymentId}`} AND ${transfers.currency} = 'USD'
        AND EXISTS (SELECT 1 FROM payments WHERE payments.id = ${paymentId} AND payments.user_id = ${userId})`,
    )
    .orderBy(asc(transfers.seq));
}

type PaymentRow = Awaited<ReturnType<typeof paymentQuery>>[number];
type MovedRow = Awaited<ReturnType<typeof movedQuery>>[number];
type Told = { moved: MovedRow[]; personal: Personal | undefined };

function receiptOf(payment: PaymentRow, { moved: all, personal }: Told, nowMs: number): Paper {
  const moved = all.filter(({ debit, credit }) => isOutside(debit) !== isOutside(credit));
  const [received] = moved;
  return {
    title: receiptTexts.title,
    lead: receiptTexts.lead(payment.id),
    about: [
      { label: receiptTexts.about.from, value: receiptTexts.seller },
      { label: receiptTexts.about.to, value: buyerOf(personal) },
      { label: receiptTexts.about.paidOn, value: formatDate(dateOf(received?.createdAtMs ?? payment.createdAtMs)) },
      { label: receiptTexts.about.by, value: receiptTexts.modes[payment.mode] },
      { label: receiptTexts.about.state, value: receiptTexts.states[payment.state] },
    ],
    sections: [
      { ...paidFor(payment, received?.amount ?? payment.amountCents), notes: receiptTexts.notes },
      ...(moved.length > 1 ? [movements(moved)] : []),
    ],
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

/** @param receivedCents of crypto, less than the price may have come */
function paidFor(
  { purpose, productName, number, totalStakes, amountCents }: PaymentRow,
  receivedCents: number,
): PaperSection {
  const stake = number !== null && totalStakes !== null ? `\n${receiptTexts.stake({ number, totalStakes })}` : "";
  return {
    title: receiptTexts.for.title,
    table: {
      columns: paperColumns(receiptTexts.for.columns, [0.75, 0.25], [1]),
      rows: [[purpose === "joining-fee" ? receiptTexts.for.fee : `${productName}${stake}`, formatUsd(amountCents)]],
      sum: [receiptTexts.for[receivedCents === amountCents ? "total" : "received"], formatUsd(receivedCents)],
    },
  };
}

function movements(moved: readonly MovedRow[]): PaperSection {
  return {
    title: receiptTexts.moved.title,
    table: {
      columns: paperColumns(receiptTexts.moved.columns, [0.25, 0.5, 0.25], [2]),
      rows: moved.map(({ debit, amount: cents, createdAtMs }) => {
        const isIn = isOutside(debit);
        return [
          formatDate(dateOf(createdAtMs)),
          isIn ? receiptTexts.moved.in : receiptTexts.moved.out,
          formatUsd(isIn ? cents : -cents),
        ];
      }),
    },
  };
}
