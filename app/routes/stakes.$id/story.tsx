import type { ReactNode } from "react";
import { holdingTexts } from "~/content/holding-texts";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { percentText } from "~/ui/percent-text";
import { ValueHistory } from "~/ui/value-history";
import { WithdrawalList } from "~/ui/withdrawal-list";
import type { HoldingPage } from "./holding-page";

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
export function Valuations({ page: { valuations, valueRecord } }: Props) {
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

export function Cycles({ page: { cycles } }: Props) {
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

export function Withdrawals({ page: { withdrawals, href } }: Props) {
  return (
    <Panel title={holdingTexts.withdrawals.title}>
      <WithdrawalList rows={withdrawals} here={href} />
    </Panel>
  );
}
