import { firstStakeTexts as texts, portfolioTexts, returnsTexts } from "~/content/wallet-texts";
import { ButtonLink } from "~/ui/button";
import { Printed } from "~/ui/printed";
import { Figure } from "./figure";
import { WithdrawBalance } from "./withdraw-balance";
import type { PortfolioView } from "./wallet-view";

/** Before the first stake: what comes next stands first, and the figures wait below it. */
export function FirstStake({ view, activated }: { view: PortfolioView; activated: boolean }) {
  const { totalInvestedCents, paidOutCents, availableCents, emptyCask } = view;
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-md bg-barley p-4 pb-6 text-center">
        {emptyCask && <Printed part={emptyCask} />}
        <h2 className="display text-lg">{texts.title}</h2>
        <p className="text-sm text-peat-60">{activated ? texts.activated : texts.notActivated}</p>
        <ButtonLink href="/invest">{texts.toCasks}</ButtonLink>
      </div>
      <dl aria-label={portfolioTexts.label} className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-4">
        <Figure label={portfolioTexts.invested} cents={totalInvestedCents} />
        <div>
          <dt className="text-sm text-peat-60">{returnsTexts.title}</dt>
          <dd>
            <span aria-hidden="true">{texts.noReturns}</span>
            <span className="sr-only">{returnsTexts.notValued}</span>
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
