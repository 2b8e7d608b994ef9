import { documentNames, evidenceAsOf, evidencePage, evidenceTexts as texts } from "~/content/evidence-texts";
import { formatDate } from "~/domain/calendar-date";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";
import type { CaskEvidence, Shelf, ShelfDocument } from "~/areas/proof/read-evidence";
import { Badge } from "~/ui/badge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { AngelsShare } from "~/ui/pictures/angels-share";
import { ProofPage } from "~/ui/proof-page";
import { ValueHistory } from "~/ui/value-history";
import { warehouseRow } from "~/ui/warehouse-row";

const papers = texts.documents;
const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

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
      <blockquote className="mt-2 border-l-2 border-copper pl-3 text-sm wrap-anywhere">
        {words.letter(cask.name, cask.caskNumber, cask.warehouse)}
      </blockquote>
    </>
  );
}

/** Every kind of paper in its place: what is missing or has expired is told there and not left out. */
function Papers({ shelves }: { shelves: Shelf[] }) {
  const missing = shelves.filter(({ current }) => current.length === 0).length;
  return (
    <>
      {missing > 0 && (
        <p className="mb-3 text-sm">
          <strong className="text-brick">{papers.missingCount(missing, shelves.length)}</strong>
          {papers.missingText(missing)}
        </p>
      )}
      <ul className="divide-y divide-peat-30">
        {shelves.map(({ kind, current, earlier }) => (
          <li key={kind} className="py-3 first:pt-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-semibold">{documentNames[kind].name}</h3>
              {current.length === 0 && <Badge>{papers.missing}</Badge>}
              {current.length > 0 && current.every(({ isExpired }) => isExpired) && (
                <Badge tone="error">{papers.expired}</Badge>
              )}
            </div>
            <p className="text-sm text-peat-60">{documentNames[kind].proves}</p>
            {current.map((one) => (
              <Document key={`${one.sha256} ${one.issuedOn}`} document={one} />
            ))}
            {earlier.length > 0 && (
              <details className="text-sm">
                <summary className="inline-block cursor-pointer py-3 text-copper underline underline-offset-4">
                  {papers.earlier(earlier.length)}
                </summary>
                {earlier.map((one) => (
                  <Document key={`${one.sha256} ${one.issuedOn}`} document={one} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
      <p className="border-t border-peat-30 pt-3 text-xs text-peat-60">{papers.hashNote}</p>
    </>
  );
}

function Document({ document }: { document: ShelfDocument }) {
  const { kind, issuer, issuedOn, expiresOn, isExpired, href, sha256 } = document;
  return (
    <div className="mt-2">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 text-sm">
          <p className="wrap-anywhere">{papers.from(issuer, issuedOn)}</p>
          {expiresOn && (
            <p className={isExpired ? "text-brick" : "text-peat-60"}>
              {(isExpired ? papers.expiredOn : papers.validUntil)(expiresOn)}
            </p>
          )}
        </div>
        {href ? (
          <a href={href} className={link}>
            {papers.open}
            <span className="sr-only">{papers.openOf(documentNames[kind].name, issuedOn)}</span>
          </a>
        ) : (
          <Badge>{papers.holders}</Badge>
        )}
      </div>
      {!href && <p className="text-sm text-peat-60">{papers.holdersText}</p>}
      <p className="text-xs text-peat-60">
        {papers.hash} <span className="font-mono break-all">{sha256}</span>
      </p>
    </div>
  );
}
