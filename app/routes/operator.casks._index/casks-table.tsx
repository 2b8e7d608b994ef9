import { caskListTexts as texts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { ListedCask } from "~/features/console/list-casks";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { StandingBadge } from "~/ui/console/standing-badge";

export function CasksTable({ rows, today }: { rows: ListedCask[]; today: string }) {
  const { columns: labels } = texts;
  const columns: Column<ListedCask>[] = [
    {
      label: labels.cask,
      cell: (row) => (
        <a
          href={`${sectionHref("casks")}/${row.id}`}
          className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4 lg:min-h-6"
        >
          {row.name}
        </a>
      ),
    },
    { label: labels.standing, cell: (row) => <StandingBadge standing={row.standing} cask={row} today={today} /> },
    { label: labels.stakes, right: true, cell: (row) => texts.stakes(row.sold, row.reserved, row.total) },
    { label: labels.price, right: true, cell: (row) => formatUsd(row.costCents) },
    { label: labels.value, right: true, cell: valueText },
    {
      label: labels.closes,
      right: true,
      cell: (row) => (row.endedOn === null ? formatDate(row.closesOn) : texts.ended(formatDate(row.endedOn))),
    },
  ];
  return <ConsoleTable label={sectionTitles.casks} columns={columns} rows={rows} keyOf={(row) => row.id} />;
}

function valueText({ valueCents, valuedOn, tier }: ListedCask) {
  if (valueCents === null || valuedOn === null || tier === null) return texts.notValued;
  return texts.valued(formatUsd(valueCents), tier, formatDate(valuedOn));
}
