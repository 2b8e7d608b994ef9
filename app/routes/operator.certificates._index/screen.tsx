import { certificateTexts as texts } from "~/content/console-certificate-texts";
import { sectionHref } from "~/content/console-sections";
import { consoleTexts, sectionTitles } from "~/content/console-texts";
import { groupCode } from "~/domain/certificate-code";
import type { KeysetPage } from "~/core/lists/keyset-page";
import type { CertificateFilter, ListedCertificate } from "~/areas/console/list-certificates";
import { Button } from "~/ui/button";
import { CertificateState } from "~/ui/console/certificate-state";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { type Column, ConsoleTable } from "~/ui/console/console-table";
import { Filters } from "~/ui/console/filters";
import { Instant } from "~/ui/console/instant";
import { PageLinks } from "~/ui/console/page-links";
import { Field } from "~/ui/field";

export type CertificatesProps = KeysetPage<ListedCertificate> & {
  frame: Omit<ConsolePageProps, "title" | "children">;
  filter: CertificateFilter;
  /** How many are not issued within the promised time. */
  late: number;
  nowMs: number;
  isFirst: boolean;
};

const BASE = sectionHref("certificates");
const STATES = ["pending", "issued", "void"] as const;
const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

function hrefOf({ state, q }: CertificateFilter): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(q && { q }) }).toString();
  return query === "" ? BASE : `${BASE}?${query}`;
}

export function CertificatesScreen({ frame, filter, late, nowMs, rows, next, isFirst }: CertificatesProps) {
  const { state, q } = filter;
  const filters = [null, ...STATES].map((one) => ({
    href: hrefOf({ state: one, q }),
    label: texts.filters[one ?? "all"],
    current: state === one,
    ...(one === "pending" && late > 0 && { count: consoleTexts.count(late, frame.mostCounted) }),
  }));
  return (
    <ConsolePage {...frame} title={sectionTitles.certificates}>
      <form method="get" role="search" className="flex max-w-160 items-end gap-3">
        <div className="min-w-0 flex-1">
          <Field name="q" label={texts.search} defaultValue={q} maxLength={100} autoComplete="off" />
        </div>
        {state !== null && <input type="hidden" name="state" value={state} />}
        <Button look="secondary" wide={false}>
          {texts.find}
        </Button>
      </form>
      <Filters label={texts.filters.label} filters={filters} />
      {state === "pending" && <p className="text-peat-60">{texts.lead}</p>}
      <ConsoleTable label={sectionTitles.certificates} columns={columnsAt(nowMs)} rows={rows} keyOf={({ id }) => id} />
      {q === "" ? (
        <PageLinks base={hrefOf(filter)} next={next} isFirst={isFirst} csv />
      ) : (
        <p className="flex flex-wrap items-center gap-x-6">
          <a href={BASE} className={link}>
            {texts.everything}
          </a>
          {rows.length >= 50 && texts.more}
        </p>
      )}
    </ConsolePage>
  );
}

const columnsAt = (nowMs: number): Column<ListedCertificate>[] => [
  {
    label: texts.columns.code,
    cell: (row) => (
      <a
        href={`${BASE}/${row.id}`}
        className="figures inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-copper underline underline-offset-4 lg:min-h-6"
      >
        {groupCode(row.code)}
      </a>
    ),
  },
  { label: texts.columns.holder, cell: (row) => <bdi>{row.holderName ?? texts.noName}</bdi> },
  { label: texts.columns.cask, cell: (row) => row.caskName },
  { label: texts.columns.stake, right: true, cell: (row) => row.stakeNumber },
  {
    label: texts.columns.state,
    cell: (row) => <CertificateState certificate={row} nowMs={nowMs} />,
  },
  { label: texts.columns.begun, cell: (row) => <Instant atMs={row.createdAtMs} /> },
  {
    label: texts.columns.issued,
    cell: (row) => (row.issuedAtMs === null ? texts.none : <Instant atMs={row.issuedAtMs} />),
  },
];
