import { receivedOf } from "~/content/received-usdt";
import { paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import type { ListedPayment } from "~/areas/console/list-payments";
import type { WaitingPayment } from "~/areas/console/waiting-payments";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { PaymentState } from "~/ui/console/payment-state";

const what: Column<ListedPayment> = {
  label: texts.columns.what,
  cell: (row) => (
    <a
      href={`${sectionHref("payments")}/${row.id}`}
      className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4 lg:min-h-6"
    >
      {row.purpose === "stake" ? texts.stakeOf(row.productName) : texts.fee}
    </a>
  ),
};
const amount: Column<ListedPayment> = {
  label: texts.columns.amount,
  right: true,
  cell: (row) => <b className="font-semibold">{formatUsd(row.amountCents)}</b>,
};
const state: Column<ListedPayment> = {
  label: texts.columns.state,
  cell: (row) => <PaymentState state={row.state} reason={row.reason} />,
};
const buyer: Column<ListedPayment> = {
  label: texts.columns.buyer,
  cell: (row) => <bdi>{row.buyerName ?? texts.noName}</bdi>,
};
const way: Column<ListedPayment> = { label: texts.columns.way, cell: (row) => texts.filters.providers[row.provider] };
const when: Column<ListedPayment> = { label: texts.columns.when, cell: (row) => <Instant atMs={row.createdAtMs} /> };

export function PaymentsTable({ rows }: { rows: ListedPayment[] }) {
  const columns = [what, amount, state, buyer, way, when];
  return <ConsoleTable label={sectionTitles.payments} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

export function WaitingPaymentsTable({ rows }: { rows: WaitingPayment[] }) {
  const columns: Column<WaitingPayment>[] = [
    what,
    amount,
    { label: texts.columns.need, cell: whyWaiting },
    { label: texts.columns.since, cell: (row) => <Instant atMs={row.sinceMs} /> },
    state,
    buyer,
    way,
  ];
  return <ConsoleTable label={sectionTitles.payments} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

const whyWaiting = ({ need, receivedCents, amountCents }: WaitingPayment) =>
  need === "underpaid" && receivedCents !== null
    ? `${texts.needs.underpaid}: ${receivedOf({ receivedCents, amountCents })}`
    : texts.needs[need];
