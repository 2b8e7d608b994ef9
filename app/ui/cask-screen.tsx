import type { ReactNode } from "react";
import { buyingSteps, caskRisk, caskTexts, earningSteps } from "~/content/casks";
import { formatUsd } from "~/domain/money";
import { Badge } from "./badge";
import { ButtonLink } from "./button";
import { CaskGauge } from "./cask-gauge";
import { CaskTerms } from "./cask-terms";
import { ACTIVATE_HREF, buyHref, shareSold, type CaskView } from "./cask-display";
import { Page } from "./page";
import { Panel } from "./panel";
import { RiskNote } from "./risk-note";
import { Steps } from "./steps";
import { InformationText } from "./information-text";

export type CaskScreenProps = {
  activated: boolean;
  feeCents: number;
  cask: CaskView & {
    /** null for a viewer who may not know it. Paragraphs are separated by blank lines. */
    information: string | null;
    warehouse: string | null;
  };
  /** Where the arrow on top leads. */
  back?: string;
  banner?: ReactNode;
  /** Below what every reader sees. */
  children?: ReactNode;
};

/** One cask as its investors see it. */
export function CaskScreen({ activated, feeCents, cask, back = "/invest", banner, children }: CaskScreenProps) {
  const warehouse = cask.warehouse ? [{ label: caskTexts.warehouse, value: cask.warehouse }] : [];
  return (
    <Page top={{ back: { href: back } }} banner={banner}>
      <div className="flex flex-col items-center gap-4 rounded-md bg-barley px-4 py-6 text-center">
        <CaskGauge caskType={cask.caskType} filled={shareSold(cask)} size="large" />
        <div>
          {cask.stage === "sold-out" && <Badge>{caskTexts.soldOut}</Badge>}
          <h1 className="display text-xl">{cask.name}</h1>
          <p className="mt-2 text-sm text-peat-60">{caskTexts.facts(cask)}</p>
        </div>
      </div>
      <CaskTerms cask={cask} labels={caskTexts.onItsPage} words more={warehouse} />
      {cask.canBuy && cask.stakes && (
        <div className="flex flex-col gap-2">
          <ButtonLink href={buyHref(cask.id)}>{caskTexts.buy}</ButtonLink>
          <p className="text-center text-sm text-peat-60">{caskTexts.oneStakeFor(formatUsd(cask.stakes.costCents))}</p>
        </div>
      )}
      {!activated && <ButtonLink href={ACTIVATE_HREF}>{caskTexts.activate(formatUsd(feeCents))}</ButtonLink>}
      <RiskNote>{caskRisk}</RiskNote>
      <Panel title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
      </Panel>
      <Panel title={caskTexts.earning}>
        <Steps steps={earningSteps} />
      </Panel>
      <Panel title={caskTexts.about}>
        <InformationText text={cask.information} />
      </Panel>
      {children}
    </Page>
  );
}
