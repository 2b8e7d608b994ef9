import { sectionHref } from "~/content/console-sections";
import { sectionTitles, withdrawalTexts as texts } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import { percentOf } from "~/domain/returns";
import type { ListedWithdrawal, WithdrawalFilter } from "~/areas/console/list-withdrawals";
import { Badge } from "~/ui/badge";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { DueBadge } from "~/ui/console/due-badge";
import { Instant } from "~/ui/console/instant";
import { percentText } from "~/ui/percent-text";

type Props = { rows: ListedWithdrawal[]; filter: WithdrawalFilter; nowMs: number };

export function WithdrawalsTable({ rows, filter, nowMs }: Props) {
  const columns: Column<ListedWithdrawal>[] = [
    {
      label: texts.columns.person,
      cell: (row) => (
        <a
          href={`${sectionHref("withdrawals")}/${row.id}`}
          className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4 lg:min-h-6"
        >
          <bdi>{row.holderName}</bdi>
        </a>
      ),
    },
    {
      label: texts.columns.amount,
      right: true,
      cell: (row) => <b className="font-semibold">{formatUsd(row.amountCents)}</b>,
    },
    {
      label: texts.columns.state,
      cell: (row) => <State row={row} filter={filter} nowMs={nowMs} />,
    },
    { label: texts.columns.of, cell: ofWhat },
    {
      label: texts.columns.return,
      right: true,
      cell: (row) => (row.interestBasisPoints === null ? "–" : percentText(percentOf(row.interestBasisPoints))),
    },
    { label: texts.columns.bank, cell: (row) => <bdi>{`${row.bankName} ${texts.masked(row.accountLast4)}`}</bdi> },
    { label: texts.columns.asked, cell: (row) => <Instant atMs={row.createdAtMs} /> },
  ];
  return <ConsoleTable label={sectionTitles.withdrawals} columns={columns} rows={rows} keyOf={(row) => row.id} />;
}

function ofWhat({ caskName, cycleNumber }: ListedWithdrawal) {
  return caskName === null || cycleNumber === null ? texts.balance : texts.ofCycle(caskName, cycleNumber);
}

function State({ row, filter, nowMs }: { row: ListedWithdrawal; filter: WithdrawalFilter; nowMs: number }) {
  if (filter === "sending") return <Badge tone="attention">{texts.sending}</Badge>;
  if (filter === "paid") return <Badge tone="gain">{texts.paid}</Badge>;
  if (filter === "rejected") return <Badge tone="error">{texts.rejected}</Badge>;
  if (filter === "cancelled") return <Badge>{texts.cancelled}</Badge>;
  return <DueBadge payableFromMs={row.payableFromMs} nowMs={nowMs} />;
}
