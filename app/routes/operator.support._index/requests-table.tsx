import { sectionHref } from "~/content/console-sections";
import { requestTexts as texts } from "~/content/console-support-texts";
import { sectionTitles } from "~/content/console-texts";
import { supportKindTexts } from "~/content/support-texts";
import { groupCode } from "~/domain/certificate-code";
import type { ListedRequest } from "~/areas/console/list-support";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { RequestBadge } from "~/ui/console/request-badge";

export function RequestsTable({ rows, nowMs }: { rows: ListedRequest[]; nowMs: number }) {
  const { columns } = texts;
  return (
    <ConsoleTable
      label={sectionTitles.support}
      columns={[
        {
          label: columns.number,
          cell: (row) => (
            <a
              href={`${sectionHref("support")}/${row.id}`}
              className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-copper underline underline-offset-4 lg:min-h-6"
            >
              {groupCode(row.number)}
            </a>
          ),
        },
        { label: columns.from, cell: (row) => <bdi>{row.name}</bdi> },
        { label: columns.about, cell: (row) => supportKindTexts[row.kind] },
        { label: columns.message, cell: (row) => <bdi className="line-clamp-2">{row.begins}</bdi> },
        { label: columns.state, cell: (row) => <RequestBadge of={row} nowMs={nowMs} /> },
        { label: columns.when, cell: (row) => <Instant atMs={row.createdAtMs} /> },
      ]}
      rows={rows}
      keyOf={(row) => row.id}
    />
  );
}
