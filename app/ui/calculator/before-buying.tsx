import { calculatorLocked, calculatorTexts } from "~/content/calculator-texts";
import { formatUsd } from "~/domain/money";
import { ASKED, breakEven, saleOutcome } from "~/domain/sale-outcome";
import { ErrorSummary, errorsInOrder } from "../error-summary";
import { Fold } from "../fold";
import { Calculator, type CalculatorProps } from "./calculator";
import { PriceBar } from "./outcome";

type Props = { before: CalculatorProps | null };

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
