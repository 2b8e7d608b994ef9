import { caskRisk, caskTexts } from "~/content/casks";
import { ActivateBar } from "~/ui/activate-bar";
import type { CaskView } from "~/ui/cask-display";
import { EmptyState } from "~/ui/empty-state";
import { Page, PageTitle } from "~/ui/page";
import { RiskNote } from "~/ui/risk-note";
import { CaskCard } from "./cask-card";

export type InvestScreenProps = {
  activated: boolean;
  feeCents: number;
  casks: CaskView[];
};

export function InvestScreen({ activated, feeCents, casks }: InvestScreenProps) {
  return (
    <Page
      top={{}}
      banner={activated ? null : <ActivateBar feeCents={feeCents} />}
      tabs={{ current: "invest", activated }}
    >
      <PageTitle>{caskTexts.welcome}</PageTitle>
      {casks.length === 0 ? (
        <EmptyState title={caskTexts.none}>{caskTexts.noneText}</EmptyState>
      ) : (
        <>
          <RiskNote>{caskRisk}</RiskNote>
          {casks.map((cask) => (
            <CaskCard key={cask.id} cask={cask} />
          ))}
        </>
      )}
    </Page>
  );
}
