import { evidenceAsOf, evidencePage, evidenceTexts as texts } from "~/content/evidence-texts";
import { formatDate } from "~/domain/calendar-date";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";
import type { CaskEvidence } from "~/areas/proof/read-evidence";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { AngelsShare } from "~/ui/pictures/angels-share";
import { ProofPage } from "~/ui/proof-page";
import { ValueHistory } from "~/ui/value-history";
import { warehouseRow } from "~/ui/warehouse-row";
import { Papers } from "./papers";

type CaskScreenProps = {
  file: CaskEvidence;
};

/** What is known about one cask, and what is not. */
export function CaskScreen({ file }: CaskScreenProps) {
  const { cask, gauges, valuations, shelves, angels, day, record, today } = file;
  const { facts, documents, gauges: measured, values } = texts;
  return (
    <ProofPage
      title={cask.name}
      lead={`${texts.kinds[cask.kind]} · ${cask.distillery}`}
      day={day}
      asOf={evidenceAsOf(day)}
      back={{ href: evidencePage.path, label: evidencePage.all }}
    >
      <DefinitionRows
        rows={[
          ...warehouseRow(
            cask.warehouse,
            cask.endedOn === null ? confirmedAge(confirmedIn(file.documents), today) : null,
          ),
          { label: facts.number, value: cask.caskNumber ?? facts.numberUnknown },
          ...(cask.filledOn ? [{ label: facts.filled, value: formatDate(cask.filledOn) }] : []),
          ...(cask.storagePaidUntil ? [{ label: facts.storage, value: formatDate(cask.storagePaidUntil) }] : []),
          ...(cask.endedOn ? [{ label: facts.ended, value: formatDate(cask.endedOn) }] : []),
        ]}
      />
      <Panel title={documents.title}>
        <p className="-mt-2 mb-2 text-sm text-peat-60">{documents.lead}</p>
        <Papers shelves={shelves} />
      </Panel>
      <Panel title={texts.keeper.title}>
        <Keeper file={file} />
      </Panel>
      <Panel title={measured.title}>
        {gauges.length === 0 ? (
          <p className="text-sm text-peat-60">{measured.none}</p>
        ) : (
          <AngelsShare picture={angels} />
        )}
        {gauges.length > 0 && <Gauges gauges={gauges} />}
      </Panel>
      <Panel title={values.title}>
        <p className="-mt-2 mb-3 text-sm text-peat-60">{values.lead}</p>
        <ValueHistory values={valuations} record={record} />
      </Panel>
    </ProofPage>
  );
}

/** The same figures as in the picture, with who measured, so that readers can ask them. */
function Gauges({ gauges }: Pick<CaskEvidence, "gauges">) {
  const { by, litres, percent } = texts.gauges;
  return (
    <ul className="figures mt-2 divide-y divide-peat-30 border-t border-peat-30 text-sm">
      {gauges.toReversed().map(({ gaugedOn, loaDecilitres, abvTenths, gaugedBy }) => (
        <li key={`${gaugedOn} ${loaDecilitres}`} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span>
            {formatDate(gaugedOn)}, {by} {gaugedBy}
          </span>
          <span className="ml-auto">
            {litres(loaDecilitres)}, {percent(abvTenths)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Keeper({ file: { cask, keeper } }: Pick<CaskScreenProps, "file">) {
  const words = texts.keeper;
  const letter = words.letter(cask.name, cask.caskNumber, cask.warehouse);
  const mailHref = keeper?.contact ? mailTo(keeper.contact, words.subject(cask.name, cask.caskNumber), letter) : null;
  return (
    <>
      {keeper ? (
        <DefinitionRows
          rows={[
            { label: words.keeper, value: keeper.keeper },
            { label: words.address, value: keeper.address },
            { label: words.licence, value: keeper.licenceNumber ?? words.licenceUnknown },
            ...(keeper.contact ? [{ label: words.contact, value: keeper.contact }] : []),
          ]}
        />
      ) : (
        <p className="text-sm text-brick">{words.none(cask.warehouse)}</p>
      )}
      <h3 className="mt-4 font-semibold">{words.askTitle}</h3>
      <p className="mt-1 text-sm">{words.ask}</p>
      <blockquote className="mt-2 border-l-2 border-copper pl-3 text-sm wrap-anywhere">{letter}</blockquote>
      {mailHref && (
        <p>
          <a
            href={mailHref}
            className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
          >
            {words.write}
          </a>
        </p>
      )}
      {cask.caskNumber === null && <p className="mt-2 text-sm text-peat-60">{words.noNumber}</p>}
    </>
  );
}

/** A mail that is ready to be sent; null: the contact is no mail address. */
function mailTo(contact: string, subject: string, body: string): string | null {
  if (!/^[^\s@?&]+@[^\s@?&]+$/.test(contact)) return null;
  return `mailto:${contact}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
