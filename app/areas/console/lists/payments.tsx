import { sql } from "drizzle-orm";
import { type PaymentNeed, paymentsInNeed } from "~/areas/notices/waiting/payments-in-need";
import { countedSections } from "~/areas/notices/waiting/waiting-items";
import type { Waiting } from "~/areas/notices/waiting/what-waits";
import { paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { receivedOf } from "~/content/received-usdt";
import { utc } from "~/core/lists/export-cells";
import { readAfter } from "~/core/lists/keyset-page";
import type { Database } from "~/db/client";
import { mapWork, rows } from "~/db/work";
import { formatUsd, plainDollars } from "~/domain/money";
import type { Column } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { PaymentState } from "~/ui/console/payment-state";
import { RowLink } from "~/ui/console/row-link";
import { type ListedPayment, listPayments } from "../list-payments";
import { defineList } from "./define-list";

type WaitingPayment = ListedPayment & {
  need: PaymentNeed;
  receivedCents: number | null;
  sinceMs: number;
};

const MOST = 50;

/** Payments that need a person, oldest first. */
export function listWaitingPayments(db: Database, nowMs: number) {
  return rows(
    db.all<WaitingPayment>(sql`SELECT payments.id, payments.purpose, payments.product_name AS productName,
        payments.amount_cents AS amountCents, payments.provider, payments.state, payments.reason,
        users.full_name AS buyerName, payments.user_id AS buyerId, payments.created_at_ms AS createdAtMs,
        iif(payments.state = 'refunding' AND payments.reason = 'underpaid', 'underpaid', needed.need) AS need,
        payments.received_cents AS receivedCents, min(needed.since) AS sinceMs
      FROM (${paymentsInNeed(nowMs, MOST)}) AS needed JOIN payments ON payments.id = needed.id
        JOIN users ON users.id = payments.user_id
      GROUP BY payments.id ORDER BY sinceMs, payments.id LIMIT ${MOST}`),
  );
}

export const NEEDS_A_PERSON = "needs-a-person";

const filters = {
  state: {
    label: "Which payments",
    choices: {
      all: "All",
      [NEEDS_A_PERSON]: { label: "Needs a person", alone: true },
      // In the order of a payment's life; 'created' and 'paid' last for moments.
      open: "Open",
      settled: "Settled",
      refunding: "Refunding",
      refunded: "Refunded",
      disputed: "Disputed",
      expired: "Expired",
      cancelled: "Cancelled",
      failed: "Failed",
      created: null,
      paid: null,
    },
  },
  provider: { label: "By", choices: { every: "Card and crypto", ...texts.providers } },
} as const;

const what: Column<ListedPayment> = {
  label: "For",
  cell: (row) => (
    <RowLink href={`${sectionHref("payments")}/${row.id}`}>{texts.what[row.purpose](row.productName)}</RowLink>
  ),
};
const amount: Column<ListedPayment> = {
  label: "Amount",
  right: "amount",
  cell: (row) => <b className="font-semibold">{formatUsd(row.amountCents)}</b>,
};
const state: Column<ListedPayment> = {
  label: "State",
  isState: true,
  cell: (row) => <PaymentState state={row.state} reason={row.reason} />,
};
const buyer: Column<ListedPayment> = {
  label: "Buyer",
  onPhone: "plain",
  cell: (row) => <bdi>{row.buyerName ?? texts.noName}</bdi>,
};
const way: Column<ListedPayment> = { label: "By", onPhone: "plain", cell: (row) => texts.providers[row.provider] };

const nameOf = (row: ListedPayment) => `${formatUsd(row.amountCents)}, ${texts.what[row.purpose](row.productName)}`;

export const payments = defineList({
  section: "payments",
  filters,
  counts: countNeeds,
  position: readAfter,
  // The file has all of them where the page shows those that need a person.
  query: (db, { filter: { state, provider }, ...asked }) =>
    listPayments(db, {
      filter: {
        state: state === "all" || state === NEEDS_A_PERSON ? null : state,
        provider: provider === "every" ? null : provider,
      },
      ...asked,
    }),
  nameOf,
  columns: () => [
    ...[what, amount, state, buyer, way],
    { label: "Begun", cell: (row) => <Instant atMs={row.createdAtMs} /> },
  ],
  csv: {
    id: (row) => row.id,
    begun_at: (row) => utc(row.createdAtMs),
    for: (row) => row.productName,
    buyer_id: (row) => row.buyerId,
    buyer: (row) => row.buyerName,
    amount_usd: (row) => plainDollars(row.amountCents),
    provider: (row) => row.provider,
    state: (row) => row.state,
    reason: (row) => row.reason,
  },
});

/** One page, the longest waiting first. */
export const waitingPayments = defineList({
  section: "payments",
  filters,
  counts: countNeeds,
  position: readAfter,
  query: (db, { nowMs }) => mapWork(listWaitingPayments(db, nowMs), (rows) => ({ rows, next: null })),
  nameOf,
  columns: () => [
    ...[what, amount],
    { label: "Why", cell: whyWaiting },
    { label: "Since", cell: (row: WaitingPayment) => <Instant atMs={row.sinceMs} /> },
    ...[state, buyer, way],
  ],
  draw: ({ filters, table }) => (
    <>
      {filters}
      <p className="text-peat-60">{texts.needsLead}</p>
      {table}
    </>
  ),
});

function countNeeds(waiting: Waiting) {
  return { [NEEDS_A_PERSON]: waiting.payments > 0 ? countedSections(waiting).payments : null };
}

const whyWaiting = ({ need, receivedCents, amountCents }: WaitingPayment) =>
  need === "underpaid" && receivedCents !== null
    ? `${texts.needs.underpaid}: ${receivedOf({ receivedCents, amountCents })}`
    : texts.needs[need];
