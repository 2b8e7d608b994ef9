import { portfolioTexts, returnsTexts, stakeListTexts } from "~/content/wallet-texts";
import { ButtonLink } from "~/ui/button";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { Printed } from "~/ui/printed";
import { WithdrawalList } from "~/ui/withdrawal-list";
import { BillingHistory } from "./billing-history";
import { FirstStake } from "./first-stake";
import { Figure } from "./figure";
import { OpenPayments } from "./open-payments";
import { ReturnsTillDate } from "./returns-till-date";
import type { PortfolioView } from "./wallet-view";
import { WithdrawBalance } from "./withdraw-balance";
import { WithdrawPanel } from "./withdraw-panel";

const HERE = "/wallet?tab=portfolio";

export function PortfolioPanel({ view, activated }: { view: PortfolioView; activated: boolean }) {
  const { passes, shownStakes, allStakes } = view;
  return (
    <>
      {view.isCut && <p className="rounded-md bg-amber-soft p-3 text-sm">{stakeListTexts.cut}</p>}
      {allStakes === 0 ? <FirstStake view={view} activated={activated} /> : <Head view={view} />}
      {view.openPayments.length > 0 && <OpenPayments payments={view.openPayments} />}
      <WithdrawPanel status={view.withdraw} />
      {view.picture !== null && (
        <div className="rounded-md bg-barley p-4">
          <Printed part={view.picture} />
        </div>
      )}
      {allStakes > 0 && (
        <section aria-labelledby="stakes-title" className="flex flex-col gap-3">
          <h2 id="stakes-title" className="display text-lg">
            {stakeListTexts.title}
          </h2>
          <Printed part={passes} />
          {allStakes > shownStakes && (
            <ButtonLink href="/stakes" look="quiet">
              {stakeListTexts.all(allStakes)}
            </ButtonLink>
          )}
        </section>
      )}
      {view.withdrawals.length > 0 && (
        <Panel title={portfolioTexts.withdrawals}>
          <WithdrawalList rows={view.withdrawals} here={HERE} />
        </Panel>
      )}
      {view.history.length > 0 && <BillingHistory rows={view.history} olderBefore={view.olderBefore} />}
      {view.history.length > 0 && (
        <ButtonLink href="/statements" look="quiet">
          {portfolioTexts.toStatements}
        </ButtonLink>
      )}
    </>
  );
}

function Head({ view }: { view: PortfolioView }) {
  return (
    <section aria-label={portfolioTexts.label} className="flex flex-col gap-3 rounded-md bg-barley p-4">
      <p>
        <span className="block text-sm text-peat-60">{portfolioTexts.invested}</span>
        <Money cents={view.totalInvestedCents} size="big" />
      </p>
      <div>
        <p className="text-sm text-peat-60">{returnsTexts.title}</p>
        <ReturnsTillDate returns={view.returns} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 border-t border-peat-30 pt-3">
        <Figure label={portfolioTexts.paidOut} cents={view.paidOutCents} />
        <Figure label={portfolioTexts.available} cents={view.availableCents}>
          <WithdrawBalance view={view} />
        </Figure>
      </dl>
    </section>
  );
}
