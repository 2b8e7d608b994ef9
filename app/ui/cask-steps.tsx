import { buyingSteps, caskRisk, caskTexts, earningSteps } from "~/content/casks";
import { Panel } from "./panel";
import { RiskNote } from "./risk-note";
import { Steps } from "./steps";

/** The risk, and how buying and earning go: the same for every cask that stands. */
export function CaskSteps() {
  return (
    <div className="flex flex-col gap-6">
      <RiskNote>{caskRisk}</RiskNote>
      <Panel title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
        <h2 className="display mt-6 mb-3 border-t border-peat-30 pt-4 text-lg">{caskTexts.earning}</h2>
        <Steps steps={earningSteps} />
      </Panel>
    </div>
  );
}
