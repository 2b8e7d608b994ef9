import { calculatorTexts } from "~/content/calculator-texts";
import { Calculator, type CalculatorProps } from "./calculator";
import { StakeFacts, type StakeFactsProps } from "./stake-facts";
import { Island } from "../island";
import { WatchButton } from "../watch-button";

export type BeforeBuyingProps = CalculatorProps &
  StakeFactsProps & {
    /** null: there is nothing to tell of this cask any more. */
    watch: { id: string; name: string; watched: boolean; opens: boolean } | null;
  };

/** Below a cask's own texts: what one stake is, and what could come of it. null for viewers who may not know the price. */
export function BeforeBuying({ before }: { before: BeforeBuyingProps | null }) {
  if (!before) return <p className="text-sm text-peat-60">{calculatorTexts.locked}</p>;
  const { watch, millilitresPerStake, storage, ...calculator } = before;
  const { held, perLitreCents } = calculator;
  return (
    <>
      {watch && <WatchButton cask={watch} opens={watch.opens} />}
      <StakeFacts {...{ held, perLitreCents, millilitresPerStake, storage }} />
      <Island name="calculator" component={Calculator} props={calculator} />
    </>
  );
}
