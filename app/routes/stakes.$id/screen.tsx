import type { ReactNode } from "react";
import { holdingTexts } from "~/content/holding-texts";
import { Badge, type BadgeTone } from "~/ui/badge";
import { MarkPanel } from "~/ui/mark-panel";
import { Money } from "~/ui/money";
import { OpenBids } from "~/ui/open-bids";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { percentText } from "~/ui/percent-text";
import { StakeCask } from "~/ui/stake-cask";
import { ValueHistory } from "~/ui/value-history";
import { WithdrawalList } from "~/ui/withdrawal-list";
import type { HoldingPage } from "./holding-page";
import { Certificate, Cost, Documents, Ending, TheCask } from "./papers";
import { Return, Worth } from "./worth";

type Props = { page: HoldingPage };

function Entry({ head, children, aside }: { head: ReactNode; children: ReactNode; aside: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-36">
        <p className="figures font-semibold">{head}</p>
        <div className="figures text-sm text-peat-60 wrap-anywhere">{children}</div>
      </div>
      <div className="ml-auto text-right">{aside}</div>
    </li>
  );
}

/** Every one, the issue price as well: it is where the values start. What was corrected stays in sight. */
function Valuations({ page: { valuations, valueRecord } }: Props) {
  const texts = holdingTexts.valuations;
  return (
    <Panel title={texts.title}>
      {valuations.length > 0 && <p className="mb-3 text-sm text-peat-60">{texts.note}</p>}
      <ValueHistory values={valuations} record={valueRecord} />
    </Panel>
  );
}

const tones: Record<HoldingPage["cycles"][number]["state"], BadgeTone> = {
  running: "neutral",
  ready: "gain",
  later: "neutral",
  progress: "attention",
  paid: "gain",
  nothing: "neutral",
  unvalued: "neutral",
};

function Cycles({ page: { cycles } }: Props) {
  const texts = holdingTexts.cycles;
  return (
    <Panel title={texts.title}>
      <ul className="divide-y divide-peat-30">
        {cycles.map(({ cycleNumber, startsOn, endsOn, state, amountCents, percent }) => (
          <Entry
            key={cycleNumber}
            head={texts.cycle(cycleNumber)}
            aside={
              <>
                {amountCents !== null && <Money cents={amountCents} />}
                <p>
                  <Badge tone={tones[state]}>{texts.states[state]}</Badge>
                </p>
              </>
            }
          >
            <p>{texts.span(startsOn, endsOn)}</p>
            {percent !== null && <p>{texts.percent(percentText(percent))}</p>}
          </Entry>
        ))}
      </ul>
      <p className="mt-3 text-xs text-peat-60">
        {texts.note} {texts.advance}
      </p>
    </Panel>
  );
}

function Withdrawals({ page: { withdrawals, href } }: Props) {
  return (
    <Panel title={holdingTexts.withdrawals.title}>
      <WithdrawalList rows={withdrawals} here={href} />
    </Panel>
  );
}

type HoldingScreenProps = {
  page: HoldingPage;
  sell: ReactNode;
};

/** The story of one stake from top to bottom: what it is, is worth and brings; what it cost; and what proves it. */
export function HoldingScreen({ page, sell }: HoldingScreenProps) {
  const { caskName, caskType, number, totalStakes } = page.figures;
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: holdingTexts.wallet } }}
      tabs={{ current: "holdings", activated: page.activated }}
    >
      <header className="bleed-barley -mx-4 -mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 bg-barley px-4 py-4">
        <StakeCask caskType={caskType} number={number} totalStakes={totalStakes} size="large" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="figures text-sm text-peat-60">{page.stake}</p>
          <h1 className="display text-xl wrap-anywhere max-[22.4rem]:text-lg">{caskName}</h1>
          {page.facts.map((line) => (
            <p key={line} className="text-sm text-peat-60">
              {line}
            </p>
          ))}
          {page.sold && <p className="font-semibold">{page.sold}</p>}
        </div>
      </header>
      <OpenBids bids={page.bids} />
      <Worth page={page} />
      {page.figures.state === "active" && <Return page={page} />}
      {sell}
      <Cost page={page} />
      <Valuations page={page} />
      {page.cycles.length > 0 && <Cycles page={page} />}
      {page.withdrawals.length > 0 && <Withdrawals page={page} />}
      <Certificate page={page} />
      {page.audit && <MarkPanel line={page.audit} proof={page.proof} />}
      <Documents page={page} />
      <Ending page={page} />
      <TheCask page={page} />
    </Page>
  );
}
