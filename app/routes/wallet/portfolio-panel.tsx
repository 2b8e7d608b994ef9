import { portfolioTexts } from "~/content/wallet-texts";
import { AppLink } from "~/ui/app-link";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { BillingHistory } from "./billing-history";
import { OpenPayments } from "./open-payments";
import { ReturnsTillDate } from "./returns-till-date";
import { type PortfolioView, withdrawHref } from "./wallet-view";
import { WithdrawPanel } from "./withdraw-panel";
import { Withdrawals } from "./withdrawals";

export function PortfolioPanel({ view }: { view: PortfolioView }) {
  return (
    <>
      <section aria-label={portfolioTexts.label} className="flex flex-col gap-4 rounded-md bg-barley p-4">
        <p>
          <span className="block text-sm text-peat-60">{portfolioTexts.invested}</span>
          <Money cents={view.totalInvestedCents} size="big" />
        </p>
        <ReturnsTillDate returns={view.returns} />
        <div className="border-t border-peat-30 pt-4">
          <DefinitionRows
            rows={[
              { label: portfolioTexts.paidOut, value: <Money cents={view.paidOutCents} /> },
              {
                label: portfolioTexts.available,
                value: (
                  <>
                    <Money cents={view.availableCents} />
                    {view.canWithdrawBalance && (
                      <AppLink
                        href={withdrawHref("balance")}
                        className="flex min-h-11 items-center justify-end text-sm whitespace-nowrap text-copper underline underline-offset-4"
                      >
                        {portfolioTexts.withdrawBalance}
                      </AppLink>
                    )}
                  </>
                ),
              },
            ]}
          />
        </div>
      </section>
      {view.openPayments.length > 0 && <OpenPayments payments={view.openPayments} />}
      <WithdrawPanel status={view.withdraw} />
      {view.withdrawals.length > 0 && (
        <Panel title={portfolioTexts.withdrawals}>
          <Withdrawals rows={view.withdrawals} />
        </Panel>
      )}
      <BillingHistory rows={view.history} olderBefore={view.olderBefore} />
      <ButtonLink href="/statements" look="quiet">
        {portfolioTexts.statements}
      </ButtonLink>
    </>
  );
}
