import {
  portfolioTexts,
  returnsTexts,
  stakeListTexts,
  firstStakeTexts as texts,
  projectionRisk,
} from "~/content/wallet-texts";
import { MARKET_PATH, WAYS_OUT_PATH } from "~/content/page-paths";
import { ButtonLink } from "~/ui/button";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { OpenBids } from "~/ui/open-bids";
import { EmptyCask } from "~/ui/pictures/empty-cask";
import { PortfolioValue } from "~/ui/pictures/portfolio-value";
import { StakePasses } from "~/ui/stake-pass";
import { WithdrawalList } from "~/ui/withdrawal-list";
import { BalanceActions } from "./balance-actions";
import { BillingHistory } from "./billing-history";
import { Figure } from "./figure";
import { OpenPayments } from "./open-payments";
import type { PortfolioView, Returns } from "./wallet-view";
import { WithdrawPanel } from "./withdraw-panel";
import { formatDate } from "~/domain/calendar-date";
import { Badge } from "~/ui/badge";
import { percentText } from "~/ui/percent-text";

const HERE = "/wallet?tab=portfolio";

export function PortfolioPanel({ view, activated }: { view: PortfolioView; activated: boolean }) {
  const { passes, allStakes } = view;
  return (
    <>
      {view.isCut && <p className="rounded-md bg-amber-soft p-3 text-sm">{stakeListTexts.cut}</p>}
      {allStakes === 0 ? <FirstStake view={view} activated={activated} /> : <Head view={view} />}
      <OpenBids bids={view.bids} />
      {view.openPayments.length > 0 && <OpenPayments payments={view.openPayments} />}
      <WithdrawPanel status={view.withdraw} />
      {view.picture !== null && (
        <div className="rounded-md bg-barley p-4">
          <PortfolioValue {...view.picture} />
        </div>
      )}
      {allStakes > 0 && (
        <section aria-labelledby="stakes-title" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 id="stakes-title" className="display text-lg">
              {stakeListTexts.title}
            </h2>
            <a
              href={WAYS_OUT_PATH}
              className="flex min-h-11 items-center text-sm font-semibold text-copper underline underline-offset-4"
            >
              {stakeListTexts.waysOut}
            </a>
          </div>
          <StakePasses passes={passes} />
          {allStakes > passes.length && (
            <ButtonLink href="/stakes" look="quiet">
              {stakeListTexts.all(allStakes)}
            </ButtonLink>
          )}
        </section>
      )}
      {view.marketOpen && (
        <ButtonLink href={MARKET_PATH} look="secondary">
          {portfolioTexts.toMarket}
        </ButtonLink>
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
          <BalanceActions view={view} />
        </Figure>
      </dl>
    </section>
  );
}

/** Before the first stake: what comes next stands first, and the figures wait below it. */
function FirstStake({ view, activated }: { view: PortfolioView; activated: boolean }) {
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
          <BalanceActions view={view} />
        </Figure>
      </dl>
    </>
  );
}

/** Realised and unrealised are told apart, and no value is shown without its day. */
function basisOf({ realisedCents, unrealisedCents, valuedOn, tier, valuedCasks }: Returns) {
  const parts = returnsTexts.parts(realisedCents, unrealisedCents);
  if (!valuedOn || !tier) return parts;
  return `${parts} ${returnsTexts.valued(valuedCasks, { date: formatDate(valuedOn), tier })} ${projectionRisk}`;
}

function ReturnsTillDate({ returns }: { returns: Returns }) {
  const { percent, since, realisedCents, unrealisedCents } = returns;
  if (percent === null && realisedCents === 0) return <p className="font-semibold">{returnsTexts.notValued}</p>;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <Money cents={realisedCents + (unrealisedCents ?? 0)} size="medium" change />
        {percent !== null && (
          <Badge tone={percent > 0 ? "gain" : percent < 0 ? "error" : "neutral"}>{percentText(percent, true)}</Badge>
        )}
        {since && <span className="text-peat-60">{returnsTexts.since(formatDate(since))}</span>}
      </p>
      <p className="figures mt-1 text-xs text-peat-60">{basisOf(returns)}</p>
    </>
  );
}
