import { firstStakeTexts as texts, portfolioTexts, returnsTexts } from "~/content/wallet-texts";
import { ButtonLink } from "~/ui/button";
import { EmptyCask } from "~/ui/pictures/empty-cask";
import { Figure } from "./figure";
import { WithdrawBalance } from "./withdraw-balance";
import type { PortfolioView } from "./wallet-view";

/** Before the first stake: what comes next stands first, and the figures wait below it. */
export function FirstStake({ view, activated }: { view: PortfolioView; activated: boolean }) {
  const { totalInvestedCents, paidOutCents, availableCents } = view;
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-md bg-barley p-4 pb-6 text-center">
        <svg aria-hidden="true" width="108" height="140" viewBox="0 0 88 114">
          <EmptyCask caskType="hogshead" x={0} y={0} scale={1} />
        </svg>
        <h2 className="display text-lg">{texts.title}</h2>
        <p className="text-sm text-peat-60">{activated ? texts.activated : texts.notActivated}</p>
        <ButtonLink href="/invest">{texts.toCasks}</ButtonLink>
      </div>
      <dl aria-label={portfolioTexts.label} className="grid grid-cols-2 gap-4">
        <Figure label={portfolioTexts.invested} cents={totalInvestedCents} />
        <div>
          <dt className="text-sm text-peat-60">{returnsTexts.title}</dt>
          <dd>
            <span aria-hidden="true">{texts.noReturns}</span>
            <span className="sr-only">{texts.noReturnsInWords}</span>
          </dd>
        </div>
        <Figure label={portfolioTexts.paidOut} cents={paidOutCents} />
        <Figure label={portfolioTexts.available} cents={availableCents}>
          <WithdrawBalance view={view} />
        </Figure>
      </dl>
    </>
  );
}
