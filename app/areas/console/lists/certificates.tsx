import { certificateTexts as texts } from "~/content/console-certificate-texts";
import { sectionHref } from "~/content/console-sections";
import { utc, utcOrNothing } from "~/core/lists/export-cells";
import { readAfter } from "~/core/lists/keyset-page";
import { groupCode } from "~/domain/certificate-code";
import { Button } from "~/ui/button";
import { CertificateState } from "~/ui/console/certificate-state";
import { Instant } from "~/ui/console/instant";
import { RowLink } from "~/ui/console/row-link";
import { Short } from "~/ui/console/short";
import { consoleLink } from "~/ui/console/subject-link";
import { Field } from "~/ui/field";
import { CERTIFICATE_ROWS, listCertificates } from "../list-certificates";
import { countedSections } from "~/areas/notices/waiting/waiting-items";
import { defineList } from "./define-list";

const HREF = sectionHref("certificates");
const MOST_TYPED = 100;

export const certificates = defineList({
  section: "certificates",
  filters: {
    state: {
      label: "Which certificates",
      choices: { all: "All", pending: "To issue", issued: "Valid", void: "Void" },
    },
    q: (typed) => typed?.trim().slice(0, MOST_TYPED) || null,
  },
  // Those that are not issued within the promised time.
  counts: (waiting) => ({ pending: waiting.certificates > 0 ? countedSections(waiting).certificates : null }),
  position: readAfter,
  query: (db, { filter: { state, q }, ...asked }) =>
    listCertificates(db, { filter: { state: state === "all" ? null : state, q: q ?? "" }, ...asked }),
  nameOf: (row) => groupCode(row.code),
  columns: ({ nowMs }) => [
    {
      label: "Code",
      cell: (row) => (
        <RowLink href={`${HREF}/${row.id}`}>
          <Short>{groupCode(row.code)}</Short>
        </RowLink>
      ),
    },
    { label: "Holder", narrow: true, cell: (row) => <bdi>{row.holderName ?? texts.noName}</bdi> },
    { label: "Cask", cell: (row) => row.caskName },
    { label: "Stake", right: true, cell: (row) => row.stakeNumber },
    { label: "State", isState: true, cell: (row) => <CertificateState certificate={row} nowMs={nowMs} /> },
    { label: "Begun", cell: (row) => <Instant atMs={row.createdAtMs} /> },
    { label: "Issued", cell: (row) => (row.issuedAtMs === null ? texts.none : <Instant atMs={row.issuedAtMs} />) },
  ],
  draw: ({ filters, table, links, rows, filter: { state, q } }) => (
    <>
      <form method="get" role="search" className="flex max-w-160 items-end gap-3">
        <div className="min-w-0 flex-1">
          <Field name="q" label={texts.search} defaultValue={q ?? ""} maxLength={MOST_TYPED} autoComplete="off" />
        </div>
        {state !== "all" && <input type="hidden" name="state" value={state} />}
        <Button look="secondary" wide={false}>
          {texts.find}
        </Button>
      </form>
      {filters}
      {state === "pending" && <p className="text-peat-60">{texts.lead}</p>}
      {table}
      {q === null ? (
        links
      ) : (
        <p className="flex flex-wrap items-center gap-x-6">
          <a href={HREF} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
            {texts.everything}
          </a>
          {rows.length >= CERTIFICATE_ROWS && texts.more}
        </p>
      )}
    </>
  ),
  csv: {
    id: (row) => row.id,
    code: (row) => row.code,
    state: (row) => row.state,
    holder: (row) => row.holderName,
    cask: (row) => row.caskName,
    stake: (row) => row.stakeNumber,
    begun_at: (row) => utc(row.createdAtMs),
    issued_at: (row) => utcOrNothing(row.issuedAtMs),
  },
});
