import { roundTexts as texts } from "~/content/console-round-texts";
import { sectionHref } from "~/content/console-sections";
import { roundHref, rootHref } from "~/domain/audit/audit-pages";
import { isRoundLate } from "~/domain/auction/rounds";
import { formatUsd } from "~/domain/money";
import type { RoundPage } from "~/areas/market/resale/read-round";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Instant } from "~/ui/console/instant";
import { RoundState } from "~/ui/console/round-state";
import { consoleLink } from "~/ui/console/subject-link";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";
import { RiskNote } from "~/ui/risk-note";
import { Fills } from "./fills";

type Props = { frame: Omit<ConsolePageProps, "title" | "children">; round: RoundPage; nowMs: number };

const link = `inline-flex min-h-11 items-center ${consoleLink}`;

export function RoundScreen({ frame, round, nowMs }: Props) {
  return (
    <ConsolePage {...frame} title={texts.title(round.caskName, round.month)}>
      {isRoundLate(round, nowMs) && <RiskNote>{texts.lateLead}</RiskNote>}
      {round.failed > 0 && <RiskNote>{texts.failedLead(round.failed)}</RiskNote>}
      <div className="max-w-160">
        <DefinitionRows rows={[...stateOf(round, nowMs), ...resultOf(round), ...filesOf(round)]} />
      </div>
      {round.fills.length > 0 && <Fills round={round} />}
      <a href={sectionHref("rounds")} className={link}>
        {texts.all}
      </a>
    </ConsolePage>
  );
}

function stateOf(round: RoundPage, nowMs: number): DefinitionRow[] {
  const { rows } = texts;
  const times = [
    [rows.opened, round.opensAtMs],
    [rows.closed, round.closesAtMs],
    [rows.rooted, round.rootedAtMs],
    [rows.cleared, round.clearedAtMs],
    [rows.ended, round.endedAtMs],
  ] as const;
  return [
    {
      label: rows.cask,
      value: (
        <a href={`${sectionHref("casks")}/${round.caskId}`} className={consoleLink}>
          {round.caskName}
        </a>
      ),
    },
    { label: rows.state, value: <RoundState round={round} nowMs={nowMs} /> },
    ...times.flatMap(([label, atMs]) => (atMs === null ? [] : [{ label, value: <Instant atMs={atMs} /> }])),
  ];
}

function resultOf(round: RoundPage): DefinitionRow[] {
  const { rows } = texts;
  const dollars = (cents: number | null, otherwise: string) => (cents === null ? otherwise : formatUsd(cents));
  return [
    { label: rows.sells, value: texts.orders(round.sell) },
    { label: rows.buys, value: texts.orders(round.buy) },
    { label: rows.reference, value: dollars(round.referenceCents, texts.none) },
    { label: rows.price, value: dollars(round.priceCents, round.clearedAtMs === null ? texts.none : texts.nothing) },
    { label: rows.sold, value: texts.sold(round.settled, round.volume) },
    { label: rows.rate, value: texts.rate(round.feeBasisPoints) },
    { label: rows.fee, value: formatUsd(round.feeCents) },
    { label: rows.held, value: texts.held(round), below: true },
  ];
}

function filesOf(round: RoundPage): DefinitionRow[] {
  const { rows } = texts;
  if (round.root === null) return [];
  return [
    { label: rows.root, value: <code className="text-xs break-all">{round.root}</code>, below: true },
    {
      label: rows.files,
      value: (
        <span className="flex flex-wrap gap-x-4">
          <a href={rootHref(round)} className={link}>
            {texts.rootFile}
          </a>
          {round.clearedAtMs !== null && (
            <a href={roundHref(round)} className={link}>
              {texts.file}
            </a>
          )}
        </span>
      ),
    },
  ];
}
