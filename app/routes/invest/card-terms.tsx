import type { ReactNode } from "react";
import { caskTexts } from "~/content/casks";
import { isOver } from "~/domain/cask-stage";
import { formatUsd } from "~/domain/money";
import { windowLine, type CaskView } from "~/ui/cask-display";
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

/** Price, stakes left and the date that matters now, in one row where it fits. */
export function CardTerms({ cask }: { cask: CaskView }) {
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
