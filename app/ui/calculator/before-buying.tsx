import { calculatorLocked } from "~/content/calculator-texts";
import { Calculator, type CalculatorProps } from "./calculator";
import { StakeFacts, type StakeFactsProps } from "./stake-facts";
import { ErrorSummary } from "../error-summary";
import { Island } from "../island";

export type BeforeBuyingProps = CalculatorProps & StakeFactsProps;

type Props = { before: BeforeBuyingProps | null };

const FIELDS = ["stakes", "years", "price", "costs", "storage"] as const;

/** What one would get. null for viewers who may not know the price. */
export function WhatYouGet({ before }: Props) {
  if (!before) return <p className="text-sm text-peat-60">{calculatorLocked}</p>;
  const { caskId, today, canBuy, held, perLitreCents, typed, errors, asked, isOpen } = before;
  const props = { caskId, today, canBuy, held, perLitreCents, typed, errors, asked, isOpen };
  const wrong = FIELDS.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
  return (
    <>
      <ErrorSummary errors={wrong} />
      <Island name="calculator" component={Calculator} props={props} />
    </>
  );
}

/** What one stake is. @param isClosed for those who own one: a row that opens */
export function OneStake({ before, isClosed = false }: Props & { isClosed?: boolean }) {
  if (!before) return null;
  const { held, perLitreCents, millilitresPerStake, storage } = before;
  return <StakeFacts {...{ held, perLitreCents, millilitresPerStake, storage, isClosed }} />;
}
