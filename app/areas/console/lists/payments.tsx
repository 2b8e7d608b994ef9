import { sql } from "drizzle-orm";
import type { PaymentPurpose } from "~/db/schema/payments";
import { type PaymentNeed, paymentsInNeed } from "~/areas/notices/waiting/what-waits";
import { paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { type After, afterRow, cutPage, newestFirst, PAGE_ROWS, readAfter, utc } from "~/core/lists";
import type { Database } from "~/db/client";
import { PAYMENT_PROVIDERS, type PAYMENT_STATES } from "~/db/schema/names";
import { mapWork, rows } from "~/db/work";
import { formatUsd, plainDollars } from "~/domain/money";
import { Instant, RowLink } from "~/ui/console/cells";
import { PaymentState } from "~/ui/console/badges";
import { defineList } from "./define-list";

type ListedPayment = {
  id: string;
  purpose: PaymentPurpose;
  productName: string;
  amountCents: number;
  provider: (typeof PAYMENT_PROVIDERS)[number];
  state: (typeof PAYMENT_STATES)[number];
  reason: string | null;
  buyerName: string | null;
  buyerId: string;
  createdAtMs: number;
  need: PaymentNeed | null;
  sinceMs: number;
};

const columns = sql`payments.id, payments.purpose, payments.product_name AS productName, payments.amount_cents AS amountCents,
  payments.provider, payments.state, payments.reason, users.full_name AS buyerName,
  payments.user_id AS buyerId, payments.created_at_ms AS createdAtMs`;

const MOST_WAITING = 50;

export const listWaitingPayments = (db: Database, nowMs: number) =>
  rows(
    db.all<ListedPayment>(sql`SELECT ${columns}, min(needed.since) AS sinceMs,
        needed.need
      FROM (${paymentsInNeed(nowMs, MOST_WAITING)}) AS needed JOIN payments ON payments.id = needed.id
        JOIN users ON users.id = payments.user_id
      GROUP BY payments.id ORDER BY sinceMs, payments.id LIMIT ${MOST_WAITING}`),
  );

type Listing = { state: string; after: After | null; pageRows: number };

/** Read by an index for each provider and merged, so that a page reads as many rows however many there are. */
function listPayments(db: Database, { state, after, pageRows }: Listing) {
  const inState = state === "all" ? sql`` : sql`AND state = ${state}`;
  const from = after ? sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
  const each = PAYMENT_PROVIDERS.map(
    (provider) => sql`SELECT * FROM payments WHERE provider = ${provider} ${inState} ${from}`,
  );
  const query = db.all<ListedPayment>(sql`SELECT ${columns}, NULL AS need, payments.created_at_ms AS sinceMs
    FROM (${sql.join(each, sql` UNION ALL `)} ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}) AS payments
      JOIN users ON users.id = payments.user_id`);
  return mapWork(rows(query), (found) =>
    cutPage(newestFirst(found), pageRows, (last) => afterRow(last.createdAtMs, last.id)),
  );
}

const STATES = {
  all: "All",
  "needs-a-person": "Needs a person",
  open: "Open",
  settled: "Settled",
  refunding: "Refunding",
  refunded: "Refunded",
  disputed: "Disputed",
};

export const payments = defineList({
  section: "payments",
  states: STATES,
  counts: { "needs-a-person": "payments" },
  position: readAfter,
  query: (db, { state, after, nowMs, pageRows = PAGE_ROWS }) =>
    state === "needs-a-person"
      ? mapWork(listWaitingPayments(db, nowMs), (found) => ({ rows: found, next: null }))
      : listPayments(db, { state, after, pageRows }),
  columns: ({ state }) => [
    {
      label: "For",
      cell: (row) => (
        <RowLink href={`${sectionHref("payments")}/${row.id}`}>{texts.what[row.purpose](row.productName)}</RowLink>
      ),
    },
    { label: "Amount", right: "amount", cell: (row) => <b className="font-semibold">{formatUsd(row.amountCents)}</b> },
    ...(state === "needs-a-person"
      ? [{ label: "Why", cell: ({ need }: ListedPayment) => need && texts.needs[need] }]
      : []),
    { label: "State", isState: true, cell: (row) => <PaymentState state={row.state} reason={row.reason} /> },
    { label: "Buyer", onPhone: "plain", cell: (row) => <bdi>{row.buyerName ?? "no name yet"}</bdi> },
    { label: "By", onPhone: "plain", cell: (row) => texts.ways[row.provider] },
    { label: state === "needs-a-person" ? "Since" : "Begun", cell: (row) => <Instant atMs={row.sinceMs} /> },
  ],
  above: ({ state }) =>
    state === "needs-a-person" && (
      <p className="text-peat-60">Oldest first. A payment leaves this list once it is dealt with.</p>
    ),
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
