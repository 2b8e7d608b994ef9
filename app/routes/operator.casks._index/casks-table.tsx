import { caskListTexts as texts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { ListedCask } from "~/areas/console/list-casks";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { Short } from "~/ui/console/short";
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
    {
      label: labels.standing,
      cell: (row) => (
        <Short>
          <StandingBadge standing={row.standing} cask={row} today={today} />
        </Short>
      ),
    },
    {
      label: labels.stakes,
      right: true,
      cell: (row) => <Short>{texts.stakes(row.sold, row.reserved, row.total)}</Short>,
    },
    { label: labels.price, right: true, cell: (row) => <Short>{formatUsd(row.costCents)}</Short> },
    { label: labels.value, right: true, cell: (row) => <Value cask={row} /> },
    {
      label: labels.closes,
      right: true,
      cell: (row) => (
        <Short>{row.endedOn === null ? formatDate(row.closesOn) : texts.ended(formatDate(row.endedOn))}</Short>
      ),
    },
  ];
  return <ConsoleTable label={sectionTitles.casks} columns={columns} rows={rows} keyOf={(row) => row.id} />;
}

function Value({ cask: { valueCents, valuedOn, tier } }: { cask: ListedCask }) {
  if (valueCents === null || valuedOn === null || tier === null) return texts.notValued;
  return (
    <Short>
      {formatUsd(valueCents)}
      <span className="block text-xs text-peat-60">{texts.valued(tier, formatDate(valuedOn))}</span>
    </Short>
  );
}
