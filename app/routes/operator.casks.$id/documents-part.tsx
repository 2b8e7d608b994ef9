import { documentTexts as texts } from "~/content/console-cask-texts";
import { doubts, recordFieldNames as names } from "~/content/operator-cask-texts";
import { addDays, formatDate } from "~/domain/calendar-date";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";
import { ChoiceField, Sure } from "~/ui/console/form-parts";
import { cellLink } from "~/ui/console/subject-link";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";

type Document = PartProps["page"]["documents"][number];

const documentHref = (id: string) => `/operator/documents/${id}`;
const SOON_DAYS = 30;
/** What is kept about the cask, latest first; nothing is deleted, a newer document takes an older one's place. */
export function DocumentsPart(props: PartProps) {
  const { page, href, mayChange, typed, fields } = props;
  const replaced = page.documents.find(
    ({ id, replaced: gone }) => !gone && id === (typed.supersedes ?? fields.supersedes),
  );
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConsoleTable
        label={texts.add}
        rows={page.documents}
        keyOf={({ id }) => id}
        columns={[
          { label: "Document", short: true, cell: (row) => texts.kinds[row.kind] },
          { label: "Issuer", cell: (row) => row.issuer },
          { label: "Issued", short: true, cell: (row) => formatDate(row.issuedOn) },
          {
            label: "Expires",
            short: true,
            cell: (row) => <Expiry row={row} today={page.today} />,
          },
          { label: "Seen by", short: true, cell: (row) => texts.visibilities[row.visibility] },
          {
            label: "File",
            cell: (row) => (
              <span className="inline-flex gap-x-4 whitespace-nowrap">
                <a href={documentHref(row.id)} className={cellLink}>
                  {texts.size(row.sizeBytes)}
                </a>
                {mayChange && !row.replaced && (
                  <a href={`${href}?view=evidence&supersedes=${row.id}`} className={cellLink}>
                    Replace it
                  </a>
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
  const field = (name: "document_kind" | "issuer" | "issued_on" | "expires_on" | "visibility" | "file") => ({
    ...{ name, label: names[name], error: errors[name], startHere: name === Object.keys(errors)[0] },
  });
  return (
    <form method="post" encType="multipart/form-data" noValidate className="flex flex-col gap-4">
      <h2 className="font-semibold">
        {replaced ? texts.replacing(texts.kinds[replaced.kind], replaced.issuer) : texts.add}
      </h2>
      <input type="hidden" name="intent" value="evidence" />
      <input type="hidden" name="document" value={`evd_${newId}`} />
      {replaced && <input type="hidden" name="supersedes" value={replaced.id} />}
      <ChoiceField
        {...field("document_kind")}
        names={texts.kinds}
        chosen={typed.document_kind ?? replaced?.kind ?? ""}
      />
      <Field
        {...field("issuer")}
        hint="Public: a company or an authority, not a person."
        maxLength={120}
        defaultValue={typed.issuer ?? replaced?.issuer ?? ""}
      />
      <Field {...field("issued_on")} type="date" defaultValue={typed.issued_on ?? ""} />
      <Field
        {...field("expires_on")}
        hint="Leave it empty if it does not expire."
        type="date"
        defaultValue={typed.expires_on ?? ""}
      />
      <ChoiceField
        {...field("visibility")}
        names={texts.visibilities}
        chosen={typed.visibility ?? replaced?.visibility ?? "holders"}
      />
      <Field
        {...field("file")}
        type="file"
        accept="application/pdf,image/jpeg,image/png"
        hint={
          refused
            ? "Choose the file again: browsers do not remember it."
            : "PDF, JPEG or PNG, at most 10 MB. The file’s name does not matter and is not kept. Black out the names of private individuals before a file goes public: once it is public, anyone can keep a copy."
        }
      />
      {typed.sure && <Sure said={typed.sure}>{doubts.sure}</Sure>}
      <Button>Save this document</Button>
    </form>
  );
}
