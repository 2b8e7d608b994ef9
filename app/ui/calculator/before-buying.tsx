import { calculatorTexts } from "~/content/calculator-texts";
import { Calculator, type CalculatorProps } from "./calculator";
import { Printed, type PrintedMarkup } from "../printed";
import { WatchButton } from "../watch-button";

export type BeforeBuyingProps = CalculatorProps & {
  /** null: there is nothing to tell of this cask any more. */
  watch: { id: string; name: string; watched: boolean; opens: boolean } | null;
  /** `StakeFacts`, which never changes while the page is open. */
  stakeFacts: PrintedMarkup;
};

/** Below a cask's own texts: what one stake is, and what could come of it. null for viewers who may not know the price. */
export function BeforeBuying({ before }: { before: BeforeBuyingProps | null }) {
  if (!before) return <p className="text-sm text-peat-60">{calculatorTexts.locked}</p>;
  return (
    <>
      {before.watch && <WatchButton cask={before.watch} opens={before.watch.opens} />}
      <Printed part={before.stakeFacts} />
      <Calculator key={before.caskId} {...before} />
    </>
  );
}
