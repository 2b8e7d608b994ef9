import { holdingTexts as texts } from "~/content/holding-texts";
import type { Selling } from "~/areas/resale/read-selling";
import { SellPanel } from "~/areas/resale/sell-panel";
import { MarkPanel } from "~/ui/audit/mark-panel";
import { OpenBids } from "~/ui/open-bids";
import { Page } from "~/ui/page";

import { ShareLink } from "~/ui/share-link";
import { StakeCask } from "~/ui/stake-cask";
import type { HoldingPage } from "./holding-page";
import { Certificate, Cost, Documents, Ending, TheCask } from "./papers";
import { Cycles, Valuations, Withdrawals } from "./story";
import { Return, Worth } from "./worth";

export type HoldingScreenProps = {
  page: HoldingPage;
  /** null: it cannot be sold to other investors where the viewer is. */
  selling: Selling | null;
  /** Of what was just posted about an offer. */
  problem: string | null;
};

/** The story of one stake from top to bottom: what it is, is worth and brings; what it cost; and what proves it. */
export function HoldingScreen({ page, selling, problem }: HoldingScreenProps) {
  const { stakeId, caskName, caskType, number, totalStakes } = page.figures;
  return (
    <Page
      top={{
        back: { href: "/wallet?tab=portfolio", label: texts.wallet },
        action: <ShareLink caskId={page.figures.caskId} from={stakeId} />,
      }}
      tabs={{ current: "holdings", activated: page.activated }}
    >
      <header className="bleed-barley -mx-4 -mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 bg-barley px-4 py-4">
        <StakeCask caskType={caskType} number={number} totalStakes={totalStakes} size="large" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="figures text-sm text-peat-60">{page.stake}</p>
          <h1 className="display text-xl wrap-anywhere max-[22.4rem]:text-lg">{caskName}</h1>
          {page.facts.map((line) => (
            <p key={line} className="text-sm text-peat-60">
              {line}
            </p>
          ))}
          {page.sold && <p className="font-semibold">{page.sold}</p>}
        </div>
      </header>
      <OpenBids bids={page.bids} />
      <Worth page={page} />
      {page.figures.state === "active" && <Return page={page} />}
      {selling && <SellPanel selling={selling} href={page.href} problem={problem} />}
      <Cost page={page} />
      <Valuations page={page} />
      {page.cycles.length > 0 && <Cycles page={page} />}
      {page.withdrawals.length > 0 && <Withdrawals page={page} />}
      <Certificate page={page} />
      {page.audit && <MarkPanel line={page.audit} proof={page.proof} />}
      <Documents page={page} />
      <Ending page={page} />
      <TheCask page={page} />
    </Page>
  );
}
