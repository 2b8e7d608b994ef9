import { documentNames } from "~/content/casks";
import { documentTexts as texts } from "~/content/console-cask-texts";
import { inLitres } from "~/content/gauge-texts";
import { recordFieldNames as names } from "~/content/operator-cask-texts";
import { addDays, formatDate } from "~/domain/calendar-date";
import { Badge } from "~/ui/badge";
import { ConsoleTable } from "~/ui/console/console-table";
import { ConsoleForm } from "~/ui/console/form-parts";
import { CellLink } from "~/ui/console/cells";
import type { PartProps } from "./action";

type Document = PartProps["page"]["documents"][number];

const SOON_DAYS = 30;

export function DocumentsPart(props: PartProps) {
  const { page, href, mayChange, typed, fields } = props;
  const replaced = page.documents.find(
    ({ id, replaced: gone }) => !gone && id === (typed.supersedes ?? fields.supersedes),
  );
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConsoleTable
        label="Documents"
        rows={page.documents}
        keyOf={({ id }) => id}
        columns={[
          { label: "Document", short: true, cell: (row) => documentNames[row.kind] },
          { label: "Issuer", cell: (row) => row.issuer },
          { label: "Issued", short: true, cell: (row) => formatDate(row.issuedOn) },
          { label: "Expires", short: true, cell: (row) => <Expiry row={row} today={page.today} /> },
          { label: "Seen by", short: true, cell: (row) => texts.visibilities[row.visibility] },
          {
            label: "File",
            cell: (row) => (
              <span className="inline-flex gap-x-4 whitespace-nowrap">
                <CellLink href={`/operator/documents/${row.id}`}>{texts.size(row.sizeBytes)}</CellLink>
                {mayChange && !row.replaced && (
                  <CellLink href={`${href}?view=evidence&supersedes=${row.id}`}>Replace it</CellLink>
                )}
              </span>
            ),
          },
        ]}
      />
      {mayChange && <DocumentForm {...props} replaced={replaced} />}
    </div>
  );
}

function Expiry({ row, today }: { row: Document; today: string }) {
  if (row.replaced) return <Badge>replaced</Badge>;
  if (row.expiresOn === null) return "never";
  const day = formatDate(row.expiresOn);
  if (row.expiresOn < today) return <Badge tone="error">{`expired ${day}`}</Badge>;
  if (row.expiresOn <= addDays(today, SOON_DAYS)) return <Badge tone="attention">{`expires soon: ${day}`}</Badge>;
  return day;
}

function DocumentForm({ refused, typed, errors, newId, replaced }: PartProps & { replaced: Document | undefined }) {
  return (
    <ConsoleForm
      intent="evidence"
      hidden={{ document: `evd_${newId}`, supersedes: replaced?.id }}
      title={replaced ? `Replace the document: ${documentNames[replaced.kind]}, ${replaced.issuer}` : "Add a document"}
      fields={[
        { name: "document_kind", label: names.document_kind, choices: documentNames, value: replaced?.kind },
        {
          name: "issuer",
          label: names.issuer,
          value: replaced?.issuer,
          hint: "Public: a company or an authority, not a person.",
        },
        { name: "issued_on", label: names.issued_on, type: "date" },
        { name: "expires_on", label: names.expires_on, type: "date", hint: "Leave it empty if it does not expire." },
        {
          name: "visibility",
          label: names.visibility,
          choices: texts.visibilities,
          value: replaced?.visibility ?? "holders",
        },
        {
          name: "file",
          label: "File",
          type: "file",
          hint: refused
            ? "Choose the file again: browsers do not remember it."
            : "PDF, JPEG or PNG, at most 10 MB. The file’s name does not matter and is not kept. Black out the names of private individuals before a file goes public: once it is public, anyone can keep a copy.",
        },
      ]}
      typed={typed}
      errors={errors}
      button="Save this document"
    />
  );
}

export function GaugesPart({ page, mayChange, typed, errors, newId }: PartProps) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConsoleTable
        label="Regauges"
        rows={page.gauges}
        keyOf={({ id }) => id}
        columns={[
          { label: "Date", short: true, cell: (row) => formatDate(row.gaugedOn) },
          { label: "Litres of alcohol", right: true, cell: (row) => inLitres(row.loaDecilitres / 10) },
          { label: "ABV", right: true, cell: (row) => `${row.abvTenths / 10} %` },
          { label: "Measured by", cell: (row) => row.gaugedBy },
        ]}
      />
      {mayChange && (
        <ConsoleForm
          intent="gauge"
          hidden={{ gauge: `gau_${newId}` }}
          title="Record a regauge"
          lead="The cask's page shows the latest by date. Correct a mistake by recording another."
          fields={[
            { name: "gauged_on", label: names.gauged_on, type: "date", value: page.today },
            { name: "loa_litres", label: names.loa_litres, figure: true },
            { name: "abv", label: names.abv, figure: true },
            { name: "gauged_by", label: names.gauged_by },
          ]}
          typed={typed}
          errors={errors}
          button="Record it"
        />
      )}
    </div>
  );
}
