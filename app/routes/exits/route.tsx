import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { countExits, listExits } from "~/areas/proof/read-figures";
import { company } from "~/content/company";
import { ADVANCE_RULE } from "~/content/advance-texts";
import { holdingTexts } from "~/content/holding-texts";
import { publicPageMeta } from "~/content/page-meta";
import { EXITS_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { formatChange, formatUsd } from "~/domain/money";
import type { ValueRecord } from "~/domain/value-record";
import type { PageHandle } from "~/server/page-handle";
import { EmptyState } from "~/ui/empty-state";
import { Panel } from "~/ui/panel";
import { FigureTable } from "~/ui/pictures/as-table";
import { Command, ProofPage } from "~/ui/proof-page";
import { sizeOf, tierNames, valueCount } from "~/ui/value-history";
import { TextLink } from "~/ui/text-link";

const texts = {
  path: EXITS_PATH,
  title: "Sold casks",
  description:
    "Every cask that was sold or bought back: what a stake cost, brought, and was valued at before. Losses included.",
  lead: "Every cask we have sold or bought back, latest first, including those that lost money.",
  asOf: "A cask is listed within minutes of its sale being confirmed.",
  fees: (fee: number) =>
    `Net is after the costs of the sale and our joining fee of ${formatUsd(fee)}, as if the fee had been paid for one stake alone. Tax is not included. ${ADVANCE_RULE} So what a stake brought is everything its holder got, returns and sale together.`,
  head: ["Cask", "A stake brought", "net"],
};

const record = {
  title: "Were our values right?",
  tiers: { all: "all", ...tierNames },
  lead: "Every value we published for a cask that has since been sold, next to what one of its stakes brought after all costs. A value that we corrected later counts as first published.",
  none: "No sold cask had a value before its sale, so no one knows how right our values are.",
  head: ["Basis, and age at the sale", "Values", "Half within", "On average", "Worst"],
  ages: { 0: "under 6 months", 183: "6 to 12 months", 366: "1 to 2 years", 731: "over 2 years" },
  command: `node verify-audit.mjs ${company.siteUrl} --values`,
};

/** Below so many values a record says little. */
const FEW = 5;

function recordInWords({ values, medianPoints, biasPoints, worstPoints }: ValueRecord): string {
  const brought = (points: number) =>
    points === 0 ? "as much as" : `${sizeOf(points)} ${points < 0 ? "less" : "more"} than`;
  return `${valueCount(values)}. Half of them were off by ${sizeOf(medianPoints)} or less. On average, a stake brought ${brought(biasPoints)} its value said; in the worst case ${brought(worstPoints)} that.${values < FEW ? " Too few to tell how right the next value will be." : ""}`;
}

const signed = (points: number) => `${points < 0 ? "−" : points > 0 ? "+" : ""}${sizeOf(points)}`;

export const meta = () => publicPageMeta(texts);

export const handle: PageHandle = { minute: [] };

/** One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await listExits(context));
}

type Listed = Awaited<ReturnType<typeof listExits>>;

export default function Exits() {
  const listed = useLoaderData<typeof loader>();
  const { ended, lost } = countExits(listed.exits);
  return (
    <ProofPage title={texts.title} lead={texts.lead} asOf={texts.asOf}>
      {ended === 0 ? (
        <EmptyState title="No cask has been sold yet">
          No one knows yet what a sale brings, and no figure on this site is based on one of ours.
        </EmptyState>
      ) : (
        <div>
          <p className="mb-2 font-semibold">
            {`${ended === 1 ? "1 cask has" : `${ended} casks have`} ended. ${lost} of ${ended} lost money.`}
          </p>
          <FigureTable label={texts.title} head={texts.head} rows={listed.exits.map(exitCells)} />
          <p className="mt-2 text-xs text-peat-60">{texts.fees(listed.joiningFeeCents)}</p>
        </div>
      )}
      <Panel title={record.title} id="values">
        <Values lines={listed.record} />
      </Panel>
      {listed.resales.length > 0 && (
        <Panel title={resold.title} id="resales">
          <p className="mb-2 text-sm text-peat-60">{resold.lead}</p>
          <FigureTable label={resold.title} head={resold.head} rows={listed.resales.map(resaleCells)} />
        </Panel>
      )}
    </ProofPage>
  );
}

const resold = {
  title: "Sold between investors",
  lead: "Stakes that investors sold to each other at their own price, the latest first.",
  head: ["Cask", "Price", "Against its value"],
};

const resaleCells = ({ caskName, soldOn, priceCents, valuedCents, feeCents }: Listed["resales"][number]) => [
  <Named key="name" name={caskName} notes={[formatDate(soldOn), `fees ${formatUsd(feeCents)}`]} />,
  formatUsd(priceCents),
  valuedCents === null ? "not valued" : formatChange(priceCents - valuedCents),
];

function exitCells(exit: Listed["exits"][number]) {
  const { caskId, caskName, kind, buyerKind, netCents } = exit;
  const last = exit.values.at(-1);
  const net = formatChange(netCents);
  const notes = [
    kind === "sale" ? `Sold to ${holdingTexts.exit.buyers[buyerKind]}` : "Bought back by us at our own price",
    `offered ${formatDate(exit.launchedOn)}, ended ${formatDate(exit.soldOn)}`,
    `${formatUsd(exit.grossCents)} less ${formatUsd(exit.feesCents)} of costs, by ${exit.stakes} stakes`,
    `a stake cost ${formatUsd(exit.boughtAtCents)}, ${last ? `last value ${formatUsd(last.valueCents)}, ${record.tiers[last.tier]}` : "never valued"}`,
  ];
  return [
    <Named key="name" name={caskName} id={caskId} notes={notes} />,
    formatUsd(exit.netPerStakeCents),
    netCents < 0 ? <strong key="net" className="text-brick">{`${net} loss`}</strong> : net,
  ];
}

/** A cask with notes, in the first cell of its row. */
function Named({ name, id, notes }: { name: string; id?: string; notes: readonly string[] }) {
  return (
    <span id={id} className="block min-w-28 py-1">
      {id ? <TextLink href={`/evidence?cask=${id}`}>{name}</TextLink> : name}
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
  const ofTier = (tier: string) => lines.find((one) => one.tier === tier)?.values;
  const told = lines.filter(({ tier, fromDays, values }) => fromDays === null || values !== ofTier(tier));
  if (!all) return <p className="text-sm">{record.none}</p>;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-peat-60">{record.lead}</p>
      <p>{recordInWords(all)}</p>
      <FigureTable
        label={record.title}
        head={record.head}
        rows={told.map(({ tier, fromDays, values, medianPoints, biasPoints, worstPoints }) => [
          `${record.tiers[tier]}, ${fromDays === null ? "any age" : record.ages[fromDays]}`,
          values,
          sizeOf(medianPoints),
          signed(biasPoints),
          signed(worstPoints),
        ])}
      />
      <p className="text-xs text-peat-60">
        Minus: the stake brought less than its value. As a percentage of the value, rounded down.
      </p>
      <Command>{record.command}</Command>
    </div>
  );
}
