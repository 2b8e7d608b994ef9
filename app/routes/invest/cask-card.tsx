import type { ReactNode } from "react";
import { caskTexts } from "~/content/casks";
import { investTexts } from "~/content/invest-texts";
import { caskPath } from "~/content/page-paths";
import { isOver } from "~/domain/cask-stage";
import { formatUsd } from "~/domain/money";
import { buyHref, type CaskView, shareSold, windowLine } from "~/ui/cask-display";
import { CaskGauge } from "~/ui/cask-gauge";
import { Icon } from "~/ui/icon";
import { Locked } from "~/ui/locked";

type Term = { label: ReactNode; value: ReactNode; accent?: boolean };

/** Nothing of a cask that is closed or sold out is called available. */
function stakesTerm({ stage, stakes }: CaskView): Term {
  const label =
    stage === "sold-out" ? caskTexts.stakes : isOver(stage) ? caskTexts.stakesSold : caskTexts.inList.available;
  if (!stakes) return { label, value: <Locked /> };
  if (stage === "sold-out") return { label, value: caskTexts.soldOut };
  const value = (
    <>
      {isOver(stage) ? stakes.sold : stakes.available}{" "}
      <span className="font-normal text-peat-60">{caskTexts.ofTotal(stakes.total)}</span>
    </>
  );
  return { label, value };
}

function termsOf(cask: CaskView): Term[] {
  const cost = cask.stakes ? (
    formatUsd(cask.stakes.costCents)
  ) : (
    <>
      <Icon name="lock" size={16} className="mr-1 inline-block text-peat-60" />
      <Locked stands="money" />
    </>
  );
  return [
    { label: caskTexts.inList.cost, value: cost },
    stakesTerm(cask),
    ...(cask.stage === "sold-out" ? [] : [windowTerm(cask)]),
  ];
}

function windowTerm(cask: CaskView): Term {
  const { word, date } = windowLine(cask);
  const days = cask.stakes?.closesInDays ?? null;
  const label =
    days === null ? (
      word
    ) : (
      <>
        {word} <span className="font-semibold text-amber">· {caskTexts.daysLeft(days)}</span>
      </>
    );
  return { label, value: date ?? <Locked stands="date" />, accent: isOver(cask.stage) };
}

function CardTerms({ cask }: { cask: CaskView }) {
  const terms = termsOf(cask);
  return (
    <dl className={`flex flex-wrap gap-y-2 px-4 ${terms.length < 3 ? "gap-x-8" : "justify-between gap-x-3"}`}>
      {terms.map(({ label, value, accent }, at) => (
        <div key={at}>
          <dt className={`text-xs ${accent ? "font-semibold text-copper" : "text-peat-60"}`}>{label}</dt>
          <dd className={`figures font-semibold max-[22.4rem]:text-sm ${accent ? "text-copper" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const action =
  "flex min-h-11 flex-1 items-center justify-center gap-1 py-2 text-center text-sm font-semibold -outline-offset-2";

export function CaskCard({ cask }: { cask: CaskView }) {
  const titleId = `cask-${cask.id}`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-3 rounded-md border border-peat-30 pt-3">
      <div className="flex flex-wrap items-center gap-x-3 px-4">
        <CaskGauge caskType={cask.caskType} filled={shareSold(cask)} size="small" />
        <div className="min-w-0 flex-1 basis-36">
          <h3 id={titleId} className="display min-w-0 text-lg max-[22.4rem]:text-base">
            {cask.name}
          </h3>
          <p className="text-sm/[1.43] text-peat-60">
            {cask.distillery}
            <br />
            {investTexts.facts(cask)}
          </p>
        </div>
      </div>
      <CardTerms cask={cask} />
      <div className="flex border-t border-peat-30">
        <a href={caskPath(cask.id)} aria-describedby={titleId} className={`${action} rounded-b-md hover:bg-barley`}>
          {caskTexts.details}
          <Icon name="forward" size={16} />
        </a>
        {cask.isPaused && <p className={`${action} border-l border-peat-30 text-peat-60`}>{caskTexts.paused}</p>}
        {cask.canBuy && (
          <a
            href={buyHref(cask.id)}
            aria-describedby={titleId}
            className={`${action} -mr-px -mb-px rounded-br-md bg-copper text-paper hover:bg-copper-deep focus-visible:outline-paper forced-colors:m-0 forced-colors:border-l`}
          >
            {caskTexts.buy}
          </a>
        )}
      </div>
    </article>
  );
}
