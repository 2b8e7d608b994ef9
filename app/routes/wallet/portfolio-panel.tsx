import type { ReactNode } from "react";
import { OwnOffers } from "./own-offers";
import { ADVANCE_RULE } from "~/content/advance-texts";
import { WAYS_OUT_PATH } from "~/content/page-paths";
import {
  portfolioTexts,
  projectionRisk,
  returnsTexts,
  stakeListTexts,
  firstStakeTexts as texts,
  valuedLine,
  withdrawTexts,
} from "~/content/wallet-texts";
import { portfolioPictureTexts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Money } from "~/ui/money";
import { OpenBids } from "~/ui/open-bids";
import { Panel } from "~/ui/panel";
import { percentText } from "~/ui/percent-text";
import { PortfolioValue } from "~/ui/pictures/portfolio-value";
import { StakePasses } from "~/ui/stake-pass";
import { WithdrawalList } from "~/ui/withdrawal-list";
import { BillingHistory } from "./billing-history";
import { OpenPayments } from "./open-payments";
import { type PortfolioView, withdrawHref, type WithdrawStatus } from "./wallet-view";
import { drawCask } from "~/domain/cask-shape";
import { ink } from "~/ui/pictures/ink";

const emptyCask = drawCask("hogshead", null);

function Line({ children }: { children: ReactNode }) {
  return <p className="text-sm text-peat-60">{children}</p>;
}

function Content({ status }: { status: WithdrawStatus }) {
  switch (status.state) {
    case "progress":
      return (
        <Line>
          {withdrawTexts.requested(formatUsd(status.amountCents), status.caskName)}{" "}
          <a href="#withdrawals" className="text-copper underline underline-offset-4">
            Follow it under Withdrawals.
          </a>
        </Line>
      );
    case "withdrawable":
      return (
        <>
          <Line>
            {withdrawTexts.ready(status.caskName, { percent: percentText(status.percent), months: status.months })}
            <strong className="figures font-semibold text-peat">{formatUsd(status.amountCents)}</strong>
            {status.valued
              ? withdrawTexts.basis({ date: formatDate(status.valued.valuedOn), tier: status.valued.tier })
              : "."}
          </Line>
          <ButtonLink href={withdrawHref("cycle")} data-sheet>
            Confirm
          </ButtonLink>
        </>
      );
    case "days":
      return (
        <>
          <Line>
            {status.projectedCents === null || status.percent === null
              ? withdrawTexts.notValued(status.caskName)
              : withdrawTexts.projected(status.caskName, {
                  amount: formatUsd(status.projectedCents),
                  percent: percentText(status.percent),
                  months: status.months,
                })}{" "}
            {withdrawTexts.from(formatDate(status.on))}
          </Line>
          {status.valued && (
            <p className="text-xs text-peat-60">
              {valuedLine({ date: formatDate(status.valued.valuedOn), tier: status.valued.tier })} {projectionRisk}
            </p>
          )}
          <Line>{ADVANCE_RULE}</Line>
        </>
      );
    case "none":
      return <Line>A stake’s return can be withdrawn 24 months after you bought it.</Line>;
  }
}

function statusBadge(status: WithdrawStatus) {
  if (status.state === "progress") return <Badge tone="attention">in progress</Badge>;
  if (status.state === "days") return <Badge>{`in ${status.days} ${status.days === 1 ? "day" : "days"}`}</Badge>;
  if (status.state === "none") return <Badge>not ready</Badge>;
  return <Badge tone="gain">ready</Badge>;
}

function WithdrawPanel({ status }: { status: WithdrawStatus }) {
  return (
    <Panel title="Withdraw" action={statusBadge(status)} tight>
      <div className="flex flex-col gap-3">
        <Content status={status} />
      </div>
    </Panel>
  );
}

function Figure({ label, cents, children }: { label: string; cents: number; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-peat-60">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-3">
        <Money cents={cents} />
        {children}
      </dd>
    </div>
  );
}

const HERE = "/wallet?tab=portfolio";

export function PortfolioPanel({ view, activated }: { view: PortfolioView; activated: boolean }) {
  const { passes, allStakes } = view;
  return (
    <>
      {allStakes === 0 ? <FirstStake view={view} activated={activated} /> : <Head view={view} />}
      {view.openPayments.length > 0 && <OpenPayments payments={view.openPayments} />}
      <OwnOffers offers={view.ownOffers} />
      <WithdrawPanel status={view.withdraw} />
      {allStakes > 0 && (
        <section aria-labelledby="stakes-title" className="flex flex-col gap-3 pt-1">
          <h2 id="stakes-title" className="display text-lg">
            {stakeListTexts.title}
          </h2>
          <StakePasses passes={passes} />
          <div className="flex flex-wrap justify-center gap-x-6">
            {allStakes > passes.length && <QuietLink href="/stakes">{stakeListTexts.all(allStakes)}</QuietLink>}
            <QuietLink href={WAYS_OUT_PATH}>How to get out</QuietLink>
          </div>
        </section>
      )}
      <OpenBids bids={view.bids} />
      {view.withdrawals.length > 0 && (
        <Panel id="withdrawals" title="Withdrawals">
          <WithdrawalList rows={view.withdrawals} here={HERE} />
        </Panel>
      )}
      {view.history.length > 0 && <BillingHistory rows={view.history} olderBefore={view.olderBefore} />}
      <div className="flex flex-wrap justify-center gap-x-6">
        {view.history.length > 0 && <QuietLink href="/statements">Statements</QuietLink>}
        {view.countedOn && (
          <QuietLink href="/wallet/owed.json" download>
            {portfolioTexts.counted(view.countedOn)}
          </QuietLink>
        )}
      </div>
    </>
  );
}

function WithdrawBalance() {
  return (
    <a
      href={withdrawHref("balance")}
      data-sheet
      className="-my-3 flex min-h-11 items-center text-sm font-semibold text-copper underline underline-offset-4"
    >
      Withdraw
      <span className="sr-only">{" the balance"}</span>
    </a>
  );
}

function QuietLink({ children, ...link }: { href: string; children: string; download?: boolean }) {
  return (
    <a className="flex min-h-11 items-center text-sm font-semibold text-copper underline underline-offset-4" {...link}>
      {children}
    </a>
  );
}

type Row = { label: ReactNode; cents: number; change?: boolean; isApart?: boolean; children?: ReactNode };

function SumRow({ label, cents, change = false, isApart = false, children }: Row) {
  const apart = isApart ? "mt-1 border-t border-peat-30 pt-2" : "";
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-3 ${apart}`}>
      <dt className="text-sm text-peat-60">{label}</dt>
      <dd className="ml-auto flex flex-wrap items-baseline justify-end gap-x-3">
        <Money cents={cents} change={change} />
        {children}
      </dd>
    </div>
  );
}

/** A sum as on a receipt: the rows between what was invested and the line below them add up to what it is worth now. */
function Head({ view }: { view: PortfolioView }) {
  const { returns, picture, paidOutCents, restCents } = view;
  const { percent, realisedCents, unrealisedCents, onTheWayCents } = returns;
  const isKnown = percent !== null || realisedCents !== 0;
  return (
    <section aria-label={portfolioTexts.label} className="rounded-md bg-barley px-4 py-3">
      <dl className="figures flex flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-sm text-peat-60">{portfolioTexts.worth}</dt>
          <dd className="ml-auto text-xs text-peat-60">{returnsTexts.basis(returns)}</dd>
          <dd className="flex w-full flex-wrap items-baseline justify-between gap-x-3 text-xs text-peat-60">
            <span className="text-peat">
              <Money cents={view.worthCents} size="big" />
            </span>
            {picture !== null && picture.notValued > 0 && returnsTexts.atPrice(picture.notValued)}
          </dd>
        </div>
        {picture?.chart && (
          <div>
            <dt className="sr-only">{portfolioPictureTexts.label}</dt>
            <dd>
              <PortfolioValue chart={picture.chart} />
            </dd>
          </div>
        )}
        <SumRow label={portfolioTexts.invested} cents={view.totalInvestedCents} />
        {isKnown ? (
          <SumRow
            label={
              <>
                {returnsTexts.title} {percent !== null && <PercentBadge percent={percent} />}
              </>
            }
            cents={realisedCents + (unrealisedCents ?? 0)}
            change
          />
        ) : (
          <div className="flex flex-wrap justify-between gap-x-3 text-sm">
            <dt className="text-peat-60">{returnsTexts.title}</dt>
            <dd className="font-semibold">{returnsTexts.notValued}</dd>
          </div>
        )}
        <SumRow label={portfolioTexts.paidOut} cents={-paidOutCents} />
        {onTheWayCents > 0 && <SumRow label={returnsTexts.onTheWay} cents={-onTheWayCents} />}
        {restCents !== 0 && <SumRow label={returnsTexts.rest} cents={restCents} />}
        <SumRow label={portfolioTexts.available} cents={view.availableCents} isApart>
          {view.canWithdrawBalance && <WithdrawBalance />}
        </SumRow>
      </dl>
    </section>
  );
}

function PercentBadge({ percent }: { percent: number }) {
  return <Badge tone={percent > 0 ? "gain" : percent < 0 ? "error" : "neutral"}>{percentText(percent, true)}</Badge>;
}

function FirstStake({ view, activated }: { view: PortfolioView; activated: boolean }) {
  const { totalInvestedCents, paidOutCents, availableCents } = view;
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-md bg-barley p-4 pb-6 text-center">
        <svg aria-hidden="true" width="108" height="140" viewBox="0 0 88 114">
          <g fill="none" stroke={ink.peat} strokeWidth="2.5">
            <path d={emptyCask.outline} strokeDasharray="4 3" fill={ink.barley} />
            <circle cx={emptyCask.bung.x} cy={emptyCask.bung.y} r="4" />
          </g>
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
            <span aria-hidden="true">–</span>
            <span className="sr-only">{returnsTexts.notValued}</span>
          </dd>
        </div>
        <Figure label={portfolioTexts.paidOut} cents={paidOutCents} />
        <Figure label={portfolioTexts.available} cents={availableCents}>
          {view.canWithdrawBalance && <WithdrawBalance />}
        </Figure>
      </dl>
    </>
  );
}
