import { marketRules, marketTexts as texts, orderRefusals } from "~/content/market-texts";
import { marketPath } from "~/content/page-paths";
import { formatUsd } from "~/domain/money";
import type { Market, MarketCask } from "~/areas/market/resale/read-market";
import { ButtonLink } from "~/ui/button";
import { topUpHref } from "~/ui/cask-display";
import { DefinitionRows } from "~/ui/definition-rows";
import { EmptyState } from "~/ui/empty-state";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Steps } from "~/ui/steps";
import { ValuedNote } from "~/ui/valued-note";
import { OrderList } from "./orders";

type ListedCask = Omit<MarketCask, "countedValues">;
type MarketScreenProps = {
  market: Omit<Market, "viewer"> & { activated: boolean; casks: readonly ListedCask[] };
  message: string | null;
};

/** The casks whose stakes change hands, with the viewer's orders. */
export function MarketScreen({ market, message }: MarketScreenProps) {
  const { activated, casks, orders, isOpen } = market;
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: texts.wallet } }}
      tabs={{ current: "holdings", activated }}
    >
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ErrorSummary message={message} />
      {isOpen ? (
        <RoundLine market={market} />
      ) : (
        <p className="rounded-md bg-amber-soft p-3 text-sm">{texts.closedMarket}</p>
      )}
      {!activated && (
        <EmptyState
          title={orderRefusals["not-activated"]}
          action={<ButtonLink href={orderRefusals.activate.href}>{orderRefusals.activate.label}</ButtonLink>}
        >
          {null}
        </EmptyState>
      )}
      {isOpen && activated && (
        <div>
          <DefinitionRows tight rows={[{ label: texts.youHave, value: formatUsd(market.walletCents) }]} />
          <AddMoney />
        </div>
      )}
      {orders.length > 0 && <OrderList orders={orders} nowMs={market.nowMs} />}
      {isOpen && activated && <Casks casks={casks} />}
      <Rules />
    </Page>
  );
}

export function RoundLine({ market: { round, next } }: { market: Pick<Market, "round" | "next"> }) {
  return (
    <p className="rounded-md bg-barley p-3 text-sm">
      {round ? texts.round.open(round.closesAtMs) : texts.round.next(next.opensAtMs)}
    </p>
  );
}

export function AddMoney() {
  return (
    <p className="flex justify-end">
      <a
        href={topUpHref()}
        className="flex min-h-11 items-center text-sm font-semibold text-copper underline underline-offset-4"
      >
        {texts.addMoney}
      </a>
    </p>
  );
}

export function Rules() {
  return (
    <Panel title={marketRules.title} look="barley">
      <Steps steps={marketRules.steps} />
      <p className="mt-3 text-sm">
        {marketRules.withdraw} {marketRules.proceeds}
      </p>
    </Panel>
  );
}

function Casks({ casks }: { casks: readonly ListedCask[] }) {
  if (casks.length === 0) return <EmptyState title={texts.none.title}>{texts.none.text}</EmptyState>;
  return (
    <section aria-labelledby="market-casks-title" className="flex flex-col gap-4">
      <h2 id="market-casks-title" className="display text-lg">
        {texts.casks}
      </h2>
      {casks.map((cask) => (
        <Panel key={cask.caskId} title={cask.name} id={`market-${cask.caskId}`}>
          {cask.mine > 0 && <p className="mb-2 text-sm text-peat-60">{texts.yours(cask.mine)}</p>}
          <Prices cask={cask} />
          <ButtonLink href={marketPath(cask.caskId)} look="secondary" aria-label={texts.toCask(cask.name)}>
            {texts.toCaskShort}
          </ButtonLink>
        </Panel>
      ))}
    </section>
  );
}

/** What a stake was last sold for in the market, and last valued at: with its day and tier. */
export function Prices({ cask: { lastPrice, lastValue } }: { cask: Pick<ListedCask, "lastPrice" | "lastValue"> }) {
  return (
    <div className="mb-3">
      <DefinitionRows
        tight
        rows={[
          {
            label: texts.lastPrice,
            value: lastPrice ? texts.lastPriceOf(lastPrice.priceCents, lastPrice.month) : texts.noPrice,
          },
          { label: texts.lastValue, value: lastValue ? texts.lastValueOf(lastValue.valueCents) : texts.notValued },
        ]}
      />
      <ValuedNote valued={lastValue} />
    </div>
  );
}
