import type { ReactNode } from "react";
import { resaleWay, type Way, waysOut, waysOutPage as texts } from "~/content/ways-out-texts";
import { formatChange } from "~/domain/money";
import { countExits, middleExit } from "~/domain/proof-figures";
import { FEWEST_WAITS } from "~/domain/service-clock";
import type { ProvedExit, RoundList, ServiceTimes } from "~/areas/proof/publishing/proof-files";
import { Badge } from "~/ui/badge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { ProofPage } from "~/ui/proof-page";

const link = "flex min-h-11 items-center text-sm text-copper underline underline-offset-4";

type WaysOutScreenProps = {
  exits: readonly ProvedExit[];
  times: ServiceTimes | null;
  rounds: RoundCounts | null;
  /** null: not known. */
  resale: { isOpen: boolean; feeBasisPoints: number } | null;
  day: string | null;
};
type RoundCounts = Omit<RoundList, "rounds">;

/** Each way with what it costs, takes and rests on, and what came of it. */
export function WaysOutScreen({ exits, times, rounds, resale, day }: WaysOutScreenProps) {
  const soFar: Record<(typeof waysOut)[number]["id"], ReactNode> = {
    cycle: <Returns times={times} />,
    sale: <Sales exits={exits} />,
    bid: bidsOf(times),
    resale: <Rounds rounds={rounds} isOpen={resale?.isOpen ?? false} />,
  };
  const ways: Way[] = waysOut.map((way) => (way.id === "resale" && resale ? resaleWay(resale) : way));
  return (
    <ProofPage title={texts.title} lead={texts.lead} day={day}>
      {ways.map(({ id, title, text, costs, takes, restsOn, action }, index) => (
        <Panel key={id} id={id} title={`${index + 1}. ${title}`}>
          <p className="mb-2 text-sm">{text}</p>
          <DefinitionRows
            rows={[
              { label: texts.costs, value: costs },
              { label: texts.takes, value: takes },
              { label: texts.restsOn, value: restsOn },
              { label: texts.soFar, value: soFar[id] },
            ].map((row) => ({ ...row, value: <span className="text-sm font-normal">{row.value}</span>, below: true }))}
            tight
          />
          {action && (
            <a href={action.href} className={link}>
              {action.label}
            </a>
          )}
        </Panel>
      ))}
    </ProofPage>
  );
}

function bidsOf(times: ServiceTimes | null): string {
  if (!times?.bids) return texts.tooFew;
  return times.bids.put === 0 ? texts.bids.none : texts.bids.put(times.bids);
}

/** Rounds that were held are told, whether the market is open now or not. */
function Rounds({ rounds, isOpen }: { rounds: RoundCounts | null; isOpen: boolean }) {
  const { none, held, took, few, link: more } = texts.rounds;
  const closed = !isOpen && <Badge>{texts.comingSoon}</Badge>;
  if (!rounds || rounds.held === 0) return closed || (rounds ? none : texts.tooFew);
  const { figures } = rounds.waits;
  return (
    <>
      {closed} {held(rounds)} {figures ? took(figures.medianMs) : <TooFew>{few}</TooFew>}
      <a href={more.href} className={link}>
        {more.label}
      </a>
    </>
  );
}

function TooFew({ children }: { children: string }) {
  return (
    <>
      <Badge tone="attention">{texts.tooFew}</Badge> {children}
    </>
  );
}

function Returns({ times }: { times: ServiceTimes | null }) {
  const { none, few, paid, waited, link: more } = texts.returns;
  if (!times?.returns) return texts.tooFew;
  const { count, paidCents } = times.returns;
  const { figures } = times.withdrawals;
  return (
    <>
      {paidCents === null ? (
        <TooFew>{count === 0 ? none(times.from) : few(count, times.from)}</TooFew>
      ) : (
        paid(count, paidCents, times.from)
      )}{" "}
      {figures && waited(figures.medianMs)}
      <a href={more.href} className={link}>
        {more.label}
      </a>
    </>
  );
}

function Sales({ exits }: { exits: readonly ProvedExit[] }) {
  const { none, few, ended, middle, link: more } = texts.sales;
  if (exits.length === 0) return none;
  const typical = middleExit(exits);
  return (
    <>
      {ended(countExits(exits))}{" "}
      {typical ? middle(typical.months, formatChange(typical.netCents)) : <TooFew>{few(FEWEST_WAITS)}</TooFew>}
      <a href={more.href} className={link}>
        {more.label}
      </a>
    </>
  );
}
