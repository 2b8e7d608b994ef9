import { buyingSteps, caskTexts, earningSteps } from "~/content/casks";
import { Fold } from "./fold";
import { Panel } from "./panel";
import { Steps } from "./steps";

/** How buying and earning go: the same for every cask that stands. Closed for those who have done it before. */
export function CaskSteps({ isClosed }: { isClosed: boolean }) {
  if (!isClosed)
    return (
      <Panel title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
        <h2 className="display mt-6 mb-3 border-t border-peat-30 pt-4 text-lg">{caskTexts.earning}</h2>
        <Steps steps={earningSteps} />
      </Panel>
    );
  return (
    <>
      <Fold title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
      </Fold>
      <Fold title={caskTexts.earning}>
        <Steps steps={earningSteps} />
      </Fold>
    </>
  );
}
