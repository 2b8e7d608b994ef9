import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type JudgedExits, judgeExits, listExits, type ProvedExit, type ProvedResale } from "~/areas/proof/read-exits";
import { company } from "~/content/company";
import { exitPage, exitTexts as texts, valueRecordTexts as record } from "~/content/exit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { VERIFY_PATH } from "~/content/page-paths";
import { formatChange, formatUsd } from "~/domain/money";
import { countExits } from "~/domain/proof-figures";
import { percentOf } from "~/domain/returns";
import type { StakeResult } from "~/domain/stake-result";
import type { ValueRecord } from "~/domain/value-record";
import type { PageHandle } from "~/server/page-handle";
import { Badge } from "~/ui/badge";
import { DefinitionRows } from "~/ui/definition-rows";
import { EmptyState } from "~/ui/empty-state";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { percentText } from "~/ui/percent-text";
import { AsTable } from "~/ui/pictures/as-table";
import { ValueOutcomes } from "~/ui/pictures/value-outcomes";
import { ProofPage } from "~/ui/proof-page";

export const meta: MetaFunction = () => publicPageMeta({ ...exitPage, title: `${exitPage.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** `/exits`: every cask that ended, and how right its values were. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const list = await listExits(context);
  return json({ list, values: judgeExits(list.exits) });
}

const link = "inline-flex min-h-11 items-center text-sm text-copper underline underline-offset-4";

/** Every cask that ended, whatever it brought. */
export default function Exits() {
  const { list, values } = useLoaderData<typeof loader>();
  const { exits, resales, joiningFeeCents } = list;
  const { ended, lost, late } = countExits(exits);
  return (
    <ProofPage title={exitPage.title} lead={exitPage.lead} asOf={exitPage.asOf}>
      {exits.length === 0 ? (
        <>
          <EmptyState title={exitPage.empty.title}>{exitPage.empty.text}</EmptyState>
          <Panel title={record.title} id="values">
            <p className="text-sm">{record.none.noneEnded}</p>
          </Panel>
        </>
      ) : (
        <>
          <p className="font-semibold">{exitPage.sum(ended, lost, late)}</p>
          <Values {...values} />
          <ul className="flex flex-col gap-4">
            {exits.map((exit) => (
              <li key={exit.caskId} id={exit.caskId} className="rounded-md border border-peat-30 p-4">
                <Exit exit={exit} />
              </li>
            ))}
          </ul>
          <p className="text-xs text-peat-60">
            {exitPage.fees(joiningFeeCents)} {texts.middle}
          </p>
        </>
      )}
      {resales.length > 0 && <Resales resales={resales} />}
    </ProofPage>
  );
}

/** Stakes that changed hands before their cask ended. */
function Resales({ resales }: { resales: readonly ProvedResale[] }) {
  const { resold } = texts;
  return (
    <Panel title={resold.title} id="resales">
      <p className="mb-2 text-sm text-peat-60">{resold.lead}</p>
      <ul className="figures divide-y divide-peat-30 text-sm">
        {resales.map(({ caskId, caskName, soldOn, priceCents, valuedCents, feeCents }, at) => (
          <li key={`${caskId} ${at}`} className="py-2 first:pt-0 last:pb-0">
            <p className="flex justify-between gap-4">
              <span className="wrap-anywhere">{caskName}</span> <Money cents={priceCents} />
            </p>
            <p className="text-peat-60">
              {texts.on(soldOn)}. {valuedCents === null ? resold.notValued : resold.valued(priceCents, valuedCents)}{" "}
              {resold.fees(feeCents)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Published values against what holders got. */
function Values({ record: lines, judged, outcomes, picture }: JudgedExits) {
  const [all] = lines;
  if (!all || !picture)
    return (
      <Panel title={record.title} id="values">
        <p className="text-sm">{record.none.noneValued}</p>
      </Panel>
    );
  const few = record.few(judged);
  return (
    <Panel title={record.title} id="values">
      <p className="text-sm text-peat-60">{record.lead}</p>
      <p className="mt-2">{record.sum(all, judged)}</p>
      {few && <p className="mt-1 text-sm font-semibold">{few}</p>}
      <figure>
        <ValueOutcomes picture={picture} />
        <figcaption className="mt-1 text-xs text-peat-60">{record.picture}</figcaption>
        <AsTable
          head={[texts.cask, record.across, record.upwards]}
          rows={outcomes.map(({ caskName, valueCents, tier, netCents }) => [
            `${caskName} (${record.tiers[tier]})`,
            formatUsd(valueCents),
            formatUsd(netCents),
          ])}
        />
      </figure>
      <h3 className="mt-3 font-semibold">{record.byBasis}</h3>
      <div className="overflow-x-auto">
        <table className="figures w-full text-sm">
          <thead>
            <tr className="text-xs text-peat-60">
              {record.head.map((word, at) => (
                <th key={word} scope="col" className={`font-normal ${at === 0 ? "text-left" : "pl-2 text-right"}`}>
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <RecordRow key={`${line.tier} ${line.fromDays}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-xs text-peat-60">{record.note}</p>
      <p className="mt-3 text-sm">
        <a href={VERIFY_PATH} className="text-copper underline underline-offset-4">
          {record.again}
        </a>
      </p>
      <pre className="mt-1 rounded-sm bg-barley p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
        {record.command}
      </pre>
    </Panel>
  );
}

function RecordRow({ line: { tier, fromDays, values, medianPoints, biasPoints, worstPoints } }: { line: ValueRecord }) {
  const name = fromDays === null ? `${record.tiers[tier]}, ${record.allAges}` : record.ages[fromDays];
  const cells = [String(values), record.within(medianPoints), record.signed(biasPoints), record.signed(worstPoints)];
  return (
    <tr className="border-t border-peat-30">
      <th scope="row" className={`py-1 text-left ${fromDays === null ? "font-semibold" : "pl-3 font-normal"}`}>
        {name}
        {fromDays !== null && <span className="sr-only">{`, ${record.tiers[tier]}`}</span>}
      </th>
      {cells.map((cell, at) => (
        <td key={record.head[at + 1]} className="pl-2 text-right whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}

function Exit({ exit }: { exit: ProvedExit }) {
  const { caskName, held, valuedBefore: valued, netPerStakeCents, advancedCents } = exit;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-base font-semibold wrap-anywhere">{caskName}</h2>
        {held && <Outcome netCents={held.middle.netCents} />}
      </div>
      <p className="mb-2 text-sm text-peat-60">
        {texts.kinds[exit.kind]} {texts.buyers[exit.buyerKind]}, {texts.on(exit.soldOn)}
      </p>
      <DefinitionRows
        tight
        rows={[
          { label: texts.boughtAt, value: <Money cents={exit.boughtAtCents} /> },
          ...(held ? [{ label: texts.held, value: <HeldFor {...held} /> }] : []),
          { label: texts.brought, value: <Money cents={netPerStakeCents} /> },
          ...(held ? netRows(held.middle) : []),
          ...(valued
            ? [
                { label: texts.valuedAt, value: <Money cents={valued.valueCents} /> },
                { label: texts.basis, value: texts.valued(valued.tier, valued.valuedOn) },
                { label: texts.against, value: formatChange(netPerStakeCents - valued.valueCents) },
              ]
            : [{ label: texts.valuedAt, value: texts.notValued }]),
        ]}
      />
      <p className="mt-2 text-xs text-peat-60">
        {texts.whole(exit.grossCents, exit.feesCents, exit.stakes)}{" "}
        {advancedCents > 0 && texts.advanced(advancedCents, exit.takenOffCents)}{" "}
        {held ? (exit.creditedOn ? texts.credited(exit.creditedOn) : texts.crediting) : texts.nobody}
      </p>
      {exit.vote && <p className="mt-2 text-xs text-peat-60">{texts.voted(exit.vote)}</p>}
      <a href={`/evidence?cask=${exit.caskId}`} className={link}>
        {texts.papers}
        <span className="sr-only">: {caskName}</span>
      </a>
    </>
  );
}

function Outcome({ netCents }: { netCents: number }) {
  if (netCents < 0) return <Badge tone="error">{texts.loss}</Badge>;
  return <Badge tone={netCents > 0 ? "gain" : "neutral"}>{netCents > 0 ? texts.gain : texts.even}</Badge>;
}

function HeldFor({ middle, shortest, longest }: NonNullable<ProvedExit["held"]>) {
  return (
    <>
      {texts.heldFor(middle.months, shortest.months, longest.months)}
      {longest.monthsOver > 0 && (
        <span className="block text-sm font-normal text-brick">{texts.delay(longest.monthsOver)}</span>
      )}
    </>
  );
}

const netRows = ({ netCents, yearlyBasisPoints: yearly }: StakeResult) => [
  { label: texts.net, value: <span className={netCents < 0 ? "text-brick" : ""}>{formatChange(netCents)}</span> },
  { label: texts.yearly, value: yearly === null ? texts.tooShort : percentText(percentOf(yearly)) },
];
