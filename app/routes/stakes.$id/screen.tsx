import { ADVANCE_SENTENCE } from "~/content/advance-texts";
import { caskTexts } from "~/content/casks";
import { holdingTexts, stakeOf } from "~/content/holding-texts";
import { caskPath, stakePath } from "~/content/page-paths";
import { dateOf } from "~/domain/calendar-date";
import { monthsSince } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import { ButtonLink } from "~/ui/button";
import { LinkRow } from "~/ui/fold";
import { Money } from "~/ui/money";
import { OpenBids } from "~/ui/open-bids";
import { Page } from "~/ui/page";
import { gainLine } from "~/ui/pass-of";
import { CycleRing } from "~/ui/pictures/cycle-ring";
import { ValuePerStake } from "~/ui/pictures/value-per-stake";
import { StakeCask } from "~/ui/stake-cask";
import { gainTones } from "~/ui/stake-pass";
import { Certificate, Cost, IsItReal, type Sell, Values, WaysOut } from "./rows";
import type { HoldingPage } from "./route";

const texts = holdingTexts.worth;

/** A pass: what it is, is worth and brings. What is behind each figure opens below it. */
export function HoldingScreen({ page, sell }: { page: HoldingPage; sell: Sell | null }) {
  const { figures, cask } = page;
  const { caskId, caskName, caskType, number, totalStakes } = figures;
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: holdingTexts.wallet } }}
      tabs={{ current: "holdings", activated: page.activated }}
      tight
    >
      <header className="bleed-barley -mx-4 -mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 bg-barley p-4">
        <StakeCask caskType={caskType} number={number} totalStakes={totalStakes} size="large" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="figures text-sm text-peat-60">{stakeOf(number, totalStakes)}</p>
          <h1 className="display text-xl wrap-anywhere max-[22.4rem]:text-lg">{caskName}</h1>
          <p className="figures text-xs text-peat-60">{standingOf(page)}</p>
        </div>
      </header>
      <OpenBids bids={page.bids} />
      <section aria-labelledby="worth-title">
        <Value page={page} />
        {page.chart && <ValuePerStake chart={page.chart} />}
      </section>
      {page.figures.state === "active" && <Return page={page} />}
      <div className="border-t border-peat-30">
        <Certificate page={page} />
        <Cost page={page} />
        <Values page={page} />
        <IsItReal page={page} />
        <WaysOut page={page} sell={sell} />
        <LinkRow href={caskPath(caskId)} title={holdingTexts.cask.title} answer={cask.facts} />
      </div>
    </Page>
  );
}

/** When it was sold, or when its return can be withdrawn. */
function standingOf({ exit, cycle, nowMs }: HoldingPage): string | null {
  if (exit) return caskTexts.soldOn(exit.soldOn, exit.netPerStakeCents);
  if (!cycle) return null;
  return holdingTexts.until(cycle.endsOn, { months: monthsSince(dateOf(nowMs), cycle.endsOn), days: cycle.daysLeft });
}

function Value({ page: { figures, takenBack } }: { page: HoldingPage }) {
  const { value, soldForCents, worthCents } = figures;
  if (takenBack === "frozen") return <Words title={texts.frozen}>{texts.frozenText}</Words>;
  if (takenBack) return <Words title={texts.givenBack}>{texts.givenBackText[takenBack]}</Words>;
  const cents = soldForCents ?? (value && (worthCents ?? value.cents));
  if (cents === null) return <Words title={texts.notValued}>{texts.notValuedText}</Words>;
  const gain = figures.gain && gainLine(figures.gain);
  return (
    <>
      <h2 id="worth-title" className="text-sm text-peat-60">
        {soldForCents === null ? texts.title : texts.sold}
      </h2>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Money cents={cents} size="big" />
        {gain && (
          <span className={`figures font-semibold ${gainTones[gain.tone]}`}>
            {gain.cents} ({gain.percent})
          </span>
        )}
      </p>
      {value && <p className="text-xs text-peat-60">{texts.basis(value.valuedOn, value.tier)}</p>}
    </>
  );
}

function Words({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h2 id="worth-title" className="display text-lg">
        {title}
      </h2>
      <p className="text-sm text-peat-60">{children}</p>
    </>
  );
}

function Return({ page: { readyCents, figures, ring, cycles } }: { page: HoldingPage }) {
  if (!ring) return null;
  const { withdraw } = holdingTexts;
  const projected = cycles.find(({ state }) => state === "running")?.amountCents ?? 0;
  const told = {
    running: `${withdraw.toGo(ring.of - ring.months, ring.of)} ${projected > 0 ? withdraw.projected(formatUsd(projected)) : ""}`,
    ready: readyCents === null ? withdraw.locked : `${withdraw.ready(formatUsd(readyCents))} ${ADVANCE_SENTENCE}`,
    progress: withdraw.progress,
  };
  return (
    <section aria-labelledby="return-title" className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CycleRing picture={ring} size={72} />
        <div className="figures min-w-0 flex-1 basis-44 text-sm text-peat-60">
          <h2 id="return-title" className="text-base font-semibold text-peat">
            {withdraw.titles[ring.state]}
          </h2>
          <p>{told[ring.state]}</p>
        </div>
      </div>
      {readyCents !== null && (
        <ButtonLink href={`${stakePath(figures.stakeId)}?dialog=withdraw`}>
          {withdraw.button(formatUsd(readyCents))}
        </ButtonLink>
      )}
    </section>
  );
}
