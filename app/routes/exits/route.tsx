import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { countExits, listExits, type ProvedExit } from "~/areas/proof/read-exits";
import { company } from "~/content/company";
import {
  bidTexts as ofBids,
  exitPage as texts,
  resaleTexts as ofResales,
  valueRecordTexts as record,
} from "~/content/exit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { VERIFY_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { formatChange, formatUsd } from "~/domain/money";
import type { ValueRecord } from "~/domain/value-record";
import type { PageHandle } from "~/server/page-handle";
import { EmptyState } from "~/ui/empty-state";
import { Panel } from "~/ui/panel";
import { FigureTable } from "~/ui/pictures/as-table";
import { ProofPage } from "~/ui/proof-page";

export const meta: MetaFunction = () => publicPageMeta({ ...texts, title: `${texts.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await listExits(context));
}

const link = "text-copper underline underline-offset-4";

export default function Exits() {
  const { exits, record: lines, resales, bids, joiningFeeCents } = useLoaderData<typeof loader>();
  const { ended, lost } = countExits(exits);
  return (
    <ProofPage title={texts.title} lead={texts.lead} asOf={texts.asOf}>
      {ended === 0 ? (
        <EmptyState title={texts.empty.title}>{texts.empty.text}</EmptyState>
      ) : (
        <div>
          <p className="mb-2 font-semibold">{texts.sum(ended, lost)}</p>
          <FigureTable label={texts.title} head={texts.head} rows={exits.map(exitCells)} />
          <p className="mt-2 text-xs text-peat-60">{texts.fees(joiningFeeCents)}</p>
        </div>
      )}
      <Panel title={record.title} id="values">
        <Values lines={lines} />
      </Panel>
      {resales.length > 0 && (
        <Panel title={ofResales.title} id="resales">
          <p className="mb-2 text-sm text-peat-60">{ofResales.lead}</p>
          <FigureTable
            label={ofResales.title}
            head={ofResales.head}
            rows={resales.map(({ caskName, soldOn, priceCents, valuedCents, feeCents }) => [
              <Named key="name" name={caskName} notes={[formatDate(soldOn), ofResales.fees(feeCents)]} />,
              formatUsd(priceCents),
              ofResales.against(priceCents, valuedCents),
            ])}
          />
        </Panel>
      )}
      {bids.length > 0 && (
        <Panel title={ofBids.title} id="bids">
          <p className="mb-2 text-sm text-peat-60">{ofBids.lead}</p>
          <FigureTable
            label={ofBids.title}
            head={ofBids.head}
            rows={bids.map((bid) => [
              <Named key="name" name={bid.caskName} notes={[ofBids.until(bid.closesOn), ofBids.count(bid)]} />,
              formatUsd(bid.grossCents),
            ])}
          />
        </Panel>
      )}
    </ProofPage>
  );
}

function exitCells(exit: ProvedExit) {
  const { caskId, caskName, kind, buyerKind, netCents } = exit;
  const last = exit.values.at(-1);
  return [
    <Named
      key="name"
      name={caskName}
      id={caskId}
      notes={[
        `${texts.kinds[kind]} ${texts.buyers[buyerKind]}`,
        texts.offered(exit.launchedOn, exit.soldOn),
        texts.whole(exit.grossCents, exit.feesCents, exit.stakes),
      ]}
    />,
    formatUsd(exit.boughtAtCents),
    formatUsd(exit.netPerStakeCents),
    netCents < 0 ? (
      <strong key="net" className="text-brick">
        {formatChange(netCents)} {texts.loss}
      </strong>
    ) : (
      formatChange(netCents)
    ),
    last ? `${formatUsd(last.valueCents)}, ${record.tiers[last.tier]}` : texts.notValued,
  ];
}

type NamedProps = { name: string; id?: string; notes: readonly string[] };

/** A cask with notes, in the first cell of its row. */
function Named({ name, id, notes }: NamedProps) {
  return (
    <span id={id} className="block min-w-40 py-1">
      {id ? (
        <a href={`/evidence?cask=${id}`} className={`inline-flex min-h-11 items-center font-semibold ${link}`}>
          {name}
        </a>
      ) : (
        name
      )}
      {notes.map((note) => (
        <span key={note} className="block text-xs text-peat-60">
          {note}
        </span>
      ))}
    </span>
  );
}

function Values({ lines }: { lines: ValueRecord[] }) {
  const [all] = lines;
  if (!all) return <p className="text-sm">{record.none}</p>;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-peat-60">{record.lead}</p>
      <p>{record.sum(all)}</p>
      <FigureTable
        label={record.title}
        head={record.head}
        rows={lines.map(({ tier, fromDays, values, medianPoints, biasPoints, worstPoints }) => [
          `${record.tiers[tier]}, ${fromDays === null ? record.allAges : record.ages[fromDays]}`,
          values,
          record.within(medianPoints),
          record.signed(biasPoints),
          record.signed(worstPoints),
        ])}
      />
      <p className="text-xs text-peat-60">{record.note}</p>
      <a href={VERIFY_PATH} className={link}>
        {record.again}
      </a>
      <pre className="rounded-sm bg-barley p-3 font-mono wrap-anywhere whitespace-pre-wrap">{record.command}</pre>
    </div>
  );
}
