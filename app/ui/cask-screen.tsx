import type { ReactNode } from "react";
import { buyingSteps, caskRisk, caskTexts, earningSteps } from "~/content/casks";
import { investTexts } from "~/content/invest-texts";
import { formatUsd } from "~/domain/money";
import { Badge } from "./badge";
import { BottomBar } from "./bottom-bar";
import { ButtonLink } from "./button";
import { CaskTerms } from "./cask-terms";
import { ACTIVATE_HREF, buyHref, type CaskView } from "./cask-display";
import { InformationText } from "./information-text";
import { Page } from "./page";
import { Panel } from "./panel";
import type { PrintedCask } from "./pictures/cask-pictures.server";
import { Printed } from "./pictures/printed";
import { RiskNote } from "./risk-note";
import { Steps } from "./steps";

export type CaskScreenProps = {
  activated: boolean;
  feeCents: number;
  cask: CaskView & {
    /** null for a viewer who may not know it. Paragraphs are separated by blank lines. */
    information: string | null;
    warehouse: string | null;
  };
  pictures: PrintedCask;
  /** Where the arrow on top leads. */
  back?: string;
  banner?: ReactNode;
  /** Below what every reader sees. */
  children?: ReactNode;
};

/** One cask as its investors see it. */
export function CaskScreen({
  activated,
  feeCents,
  cask,
  pictures,
  back = "/invest",
  banner,
  children,
}: CaskScreenProps) {
  return (
    <Page top={{ back: { href: back } }} banner={banner}>
      <Printed picture={pictures.band} className="-mx-4 -mt-2" />
      <div>
        {cask.stage === "sold-out" && <Badge>{caskTexts.soldOut}</Badge>}
        <h1 className="display text-xl">{cask.name}</h1>
        <p className="mt-2 text-sm text-peat-60">
          {cask.distillery}
          <br />
          {investTexts.facts(cask)}
        </p>
      </div>
      <CaskTerms cask={cask} labels={caskTexts.onItsPage} words more={warehouseRow(cask.warehouse)} />
      <RiskNote>{caskRisk}</RiskNote>
      <Panel title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
        <h2 className="display mt-6 mb-3 border-t border-peat-30 pt-4 text-lg">{caskTexts.earning}</h2>
        <Steps steps={earningSteps} />
      </Panel>
      <Panel title={caskTexts.about}>
        <InformationText text={cask.information} />
      </Panel>
      {pictures.more.map(({ title, lead, picture }) => (
        <Panel key={title} title={title}>
          {lead && <p className="-mt-2 mb-2 text-sm text-peat-60">{lead}</p>}
          <Printed picture={picture} />
        </Panel>
      ))}
      {children}
      <NextStep cask={cask} activated={activated} feeCents={feeCents} />
    </Page>
  );
}

/** 'Leith Shore Bond No. 4', and where that is on a line of its own. */
function warehouseRow(warehouse: string | null) {
  if (!warehouse) return [];
  const [name, ...place] = warehouse.split(", ");
  const value = (
    <>
      {name}
      {place.length > 0 && <span className="block text-sm font-normal text-peat-60">{place.join(", ")}</span>}
    </>
  );
  return [{ label: caskTexts.warehouse, value }];
}

/** What can be done now, always in reach. */
function NextStep({ cask, activated, feeCents }: Pick<CaskScreenProps, "cask" | "activated" | "feeCents">) {
  if (!activated) {
    return (
      <BottomBar>
        <ButtonLink href={ACTIVATE_HREF}>{caskTexts.activate(formatUsd(feeCents))}</ButtonLink>
      </BottomBar>
    );
  }
  if (!cask.canBuy || !cask.stakes) return null;
  return (
    <BottomBar note={caskTexts.oneStakeFor(formatUsd(cask.stakes.costCents))}>
      <ButtonLink href={buyHref(cask.id)}>{caskTexts.buy}</ButtonLink>
    </BottomBar>
  );
}
