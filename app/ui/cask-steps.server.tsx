import { buyingSteps, caskRisk, caskTexts, earningSteps } from "~/content/casks";
import { Panel } from "./panel";
import { printMarkup } from "./print-markup.server";
import type { PrintedMarkup } from "./printed";
import { RiskNote } from "./risk-note";
import { Steps } from "./steps";

/** The risk, and how buying and earning go: the same for every cask that stands. */
export const printCaskSteps = ({ endedOn }: { endedOn: string | null }): PrintedMarkup | null =>
  endedOn !== null
    ? null
    : printMarkup(
        <>
          <RiskNote>{caskRisk}</RiskNote>
          <Panel title={caskTexts.buying}>
            <Steps steps={buyingSteps} />
            <h2 className="display mt-6 mb-3 border-t border-peat-30 pt-4 text-lg">{caskTexts.earning}</h2>
            <Steps steps={earningSteps} />
          </Panel>
        </>,
      );
