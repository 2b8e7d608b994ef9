import type { ReactNode } from "react";
import { caskTexts } from "~/content/casks";
import { isOver } from "~/domain/cask-stage";
import { formatUsd } from "~/domain/money";
import { type CaskView, windowLine } from "./cask-display";
import { Locked } from "./locked";

type Term = { label: ReactNode; value: ReactNode; accent?: boolean };
type Labels = { cost: string; available: string };

/** Nothing of a cask that is closed or sold out is called available. */
function stakesTerm({ stage, stakes }: CaskView, available: string, word: boolean): Term {
  const label = stage === "sold-out" ? "Stakes" : isOver(stage) ? "Stakes sold" : available;
  if (!stakes) return { label, value: <Locked word={word} /> };
  if (stage === "sold-out") return { label, value: "Sold out" };
  const value = (
    <>
      {isOver(stage) ? stakes.sold : stakes.available}{" "}
      <span className="font-normal text-peat-60">{caskTexts.ofTotal(stakes.total)}</span>
    </>
  );
  return { label, value };
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

/** Widths that let the same figure of each card begin at the same place. */
const WIDTHS = ["basis-[30%]", "basis-[33%]", "basis-[28%]"];

type CaskTermsProps = {
  cask: CaskView;
  labels?: Labels;
  /** Says 'Locked' in words. */
  words?: boolean;
};

export function CaskTerms({ cask, labels = caskTexts.inList, words = false }: CaskTermsProps) {
  const terms: Term[] = [
    {
      label: labels.cost,
      value: cask.stakes ? formatUsd(cask.stakes.costCents) : <Locked stands="money" word={words} />,
    },
    stakesTerm(cask, labels.available, words),
    ...(cask.stage === "sold-out" ? [] : [windowTerm(cask)]),
  ];
  return (
    <dl className="flex flex-wrap gap-x-1 gap-y-2">
      {terms.map(({ label, value, accent }, at) => (
        <div key={at} className={WIDTHS[at]}>
          <dt
            className={`text-xs tracking-[-0.01em] whitespace-nowrap ${accent ? "font-semibold text-copper" : "text-peat-60"}`}
          >
            {label}
          </dt>
          <dd
            className={`figures font-semibold whitespace-nowrap max-[22.4rem]:text-sm ${accent ? "text-copper" : ""}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
