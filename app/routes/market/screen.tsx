import { marketRules, marketTexts as texts, orderRefusals } from "~/content/market-texts";
import { marketPath } from "~/content/page-paths";
import { valuedLine } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { Market, MarketCask } from "~/areas/market/resale/read-market";
import { ButtonLink } from "~/ui/button";
import { topUpHref } from "~/ui/cask-display";
import type { DefinitionRow } from "~/ui/definition-rows";
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
      {isOpen && activated && <InWallet cents={market.walletCents} isOpen={isOpen} />}
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

/** What an order may set aside, with the way to more of it. */
export function InWallet({ cents, isOpen }: { cents: number; isOpen: boolean }) {
  return (
    <p className="flex min-h-11 items-center justify-between gap-4 text-sm">
      <span className="text-peat-60">
        {texts.youHave} <strong className="figures text-base text-peat">{formatUsd(cents)}</strong>
      </span>
      {isOpen && (
        <a
          href={topUpHref()}
          className="flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
        >
          {texts.addMoney}
        </a>
      )}
    </p>
  );
}

export function Rules() {
  return (
    <Panel title={marketRules.title} look="barley">
      <Steps steps={marketRules.steps} />
      <p className="mt-3 text-sm">
        {marketRules.withdraw} {marketRules.carries} {marketRules.proceeds}
      </p>
    </Panel>
  );
}

/** The viewer's own first: they come first from the database too. */
function Casks({ casks }: { casks: readonly ListedCask[] }) {
  if (casks.length === 0) return <EmptyState title={texts.none.title}>{texts.none.text}</EmptyState>;
  const own = casks.filter(({ mine }) => mine > 0);
  return (
    <>
      <CaskList id="own-casks" title={texts.ownCasks} casks={own} />
      <CaskList id="other-casks" title={texts.otherCasks} casks={casks.slice(own.length)} />
    </>
  );
}

function CaskList({ id, title, casks }: { id: string; title: string; casks: readonly ListedCask[] }) {
  if (casks.length === 0) return null;
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="display mb-1 text-lg">
        {title}
      </h2>
      <ul className="divide-y divide-peat-30">
        {casks.map((cask) => (
          <li key={cask.caskId} className="py-2">
            <p className="flex items-center justify-between gap-x-4">
              <a
                href={marketPath(cask.caskId)}
                className="flex min-h-11 min-w-0 items-center font-semibold text-copper underline underline-offset-4 wrap-anywhere"
              >
                <span className="sr-only">{texts.toCask} </span>
                {cask.name}
              </a>
              {cask.lastValue && (
                <strong className="figures font-semibold">{formatUsd(cask.lastValue.valueCents)}</strong>
              )}
            </p>
            <p className="figures text-sm text-peat-60">{lineOf(cask)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function lineOf({ mine, lastPrice, lastValue }: ListedCask): string {
  return [
    lastValue ? valuedLine({ date: formatDate(lastValue.valuedOn), tier: lastValue.tier }) : `${texts.notValued}.`,
    lastPrice ? texts.lastPriceShort(lastPrice.priceCents, lastPrice.month) : texts.noPriceShort,
    ...(mine > 0 ? [`${texts.yours(mine)}.`] : []),
  ].join(" ");
}

/** What a stake was last sold for in the market, and last valued at: with its day and tier. */
export const priceRows = ({ lastPrice, lastValue }: Pick<ListedCask, "lastPrice" | "lastValue">): DefinitionRow[] => [
  {
    label: texts.lastPrice,
    value: lastPrice ? texts.lastPriceOf(lastPrice.priceCents, lastPrice.month) : texts.noPrice,
  },
  {
    label: texts.lastValue,
    value: lastValue ? (
      <>
        {formatUsd(lastValue.valueCents)}
        <ValuedNote valued={lastValue} />
      </>
    ) : (
      texts.notValued
    ),
  },
];
