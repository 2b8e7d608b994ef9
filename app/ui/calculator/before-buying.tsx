import { calculatorLocked, calculatorTexts, stakeFactTexts as texts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import { ASKED, breakEven, saleOutcome } from "~/domain/sale-outcome";
import { DefinitionRows } from "../definition-rows";
import { ErrorSummary, errorsInOrder } from "../error-summary";
import { Fold } from "../fold";
import { Calculator, type CalculatorProps } from "./calculator";
import { PriceBar } from "./outcome";

type StakeFactsProps = {
  held: { totalStakes: number };
  millilitresPerStake: number;
  perLitreCents: number;
  storage: { includedUntil: string; paidUntil: string | null };
};

const small = "block text-xs font-normal text-peat-60";

function litres(millilitres: number): string {
  return millilitres < 10 ? String(millilitres / 1000) : (Math.floor(millilitres / 10) / 100).toFixed(2);
}

export type BeforeBuyingProps = CalculatorProps & StakeFactsProps;

type Props = { before: BeforeBuyingProps | null };

export function WhatYouGet({ before }: Props) {
  const title = "What would I get?";
  if (!before)
    return (
      <Fold title={title} isQuestion answer={calculatorLocked}>
        {null}
      </Fold>
    );
  const { errors, isOpen } = before;
  const { list: wrong } = errorsInOrder(ASKED, errors);
  return (
    <Fold title={title} isQuestion id="calculator" open={isOpen || wrong.length > 0} answer={<Short {...before} />}>
      <ErrorSummary errors={wrong} />
      <Calculator {...before} />
    </Fold>
  );
}

/** The answer to the question below, with the bar while the question is closed. */
function Short({ asked, held, perLitreCents }: CalculatorProps) {
  if (!asked) return null;
  const { sale, stakes } = asked;
  const holding = { ...held, stakes };
  const { netCents } = saleOutcome(holding, sale);
  const isToday = Math.abs(sale.perLitreCents - perLitreCents) < 100;
  return (
    <div data-told="">
      <p>
        {isToday ? "At today’s price of alcohol you would" : calculatorTexts.at(formatUsd(sale.perLitreCents))}{" "}
        <strong className="font-semibold">
          {netCents < 0 ? "lose" : "gain"} {formatUsd(Math.abs(netCents))}
        </strong>{" "}
        {calculatorTexts.inYears(sale.years)}
      </p>
      <div aria-hidden="true" className="mt-1 group-open:hidden">
        <PriceBar
          isStill
          todayCents={perLitreCents}
          breakEvenCents={breakEven(holding, sale)}
          askedCents={sale.perLitreCents}
        />
      </div>
    </div>
  );
}

export function OneStake({ before }: Props) {
  if (!before) return null;
  const { held, perLitreCents, millilitresPerStake, storage } = before;
  return (
    <>
      <h3 className="mt-4 font-semibold">What one stake is</h3>
      <DefinitionRows
        rows={[
          { label: "Part of the cask", value: texts.ofStakes(held.totalStakes) },
          { label: "Alcohol in it today", value: texts.litresFigure(litres(millilitresPerStake)) },
          { label: "Price of a litre", value: formatUsd(perLitreCents) },
          {
            label: "Storage and insurance included",
            value: (
              <>
                {texts.until(storage.includedUntil)}
                <span className={small}>If you buy today.</span>
              </>
            ),
          },
          { label: "Paid to the warehouse", value: storage.paidUntil ? texts.until(storage.paidUntil) : "not stated" },
          {
            label: "Storage after that",
            value: (
              <>
                not fixed yet
                <span className={small}>{texts.afterNote}</span>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
