import { marketTexts as texts, orderFormTexts, orderRefusals } from "~/content/market-texts";
import { MARKET_PATH, marketPath } from "~/content/page-paths";
import { formatUsd } from "~/domain/money";
import type { CaskMarket } from "~/areas/market/resale/read-market";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { LinkTabs } from "~/ui/link-tabs";
import { Page, PageTitle } from "~/ui/page";
import { HeldRounds } from "./held-rounds";
import { OrderForm } from "./order-form";
import { OpenOrder, OrderList } from "./orders";
import type { RefusedOrder } from "./refused-order";
import { InWallet, priceRows, RoundLine, Rules } from "./screen";

export type CaskMarketView = Omit<CaskMarket, "viewer" | "cask"> & {
  facts: Omit<CaskMarket["cask"], "countedValues">;
  side: "buy" | "sell";
};

/** One cask: what its stakes were sold for, the viewer's order, or the form for one. */
export function CaskMarketScreen({ market, refused }: { market: CaskMarketView; refused: RefusedOrder | null }) {
  const { facts, orders, nowMs, isOpen, round } = market;
  const open = orders.find(({ state }) => state === "open");
  const earlier = orders.filter((order) => order !== open);
  const side = refused?.typed?.side ?? market.side;
  return (
    <Page top={{ back: { href: MARKET_PATH, label: texts.title } }} tabs={{ current: "holdings", activated: true }}>
      <PageTitle>{facts.name}</PageTitle>
      <Refused refused={refused} />
      {isOpen ? (
        <RoundLine market={market} />
      ) : (
        <p className="rounded-md bg-amber-soft p-3 text-sm">{texts.closedMarket}</p>
      )}
      {open && <OpenOrder order={open} nowMs={nowMs} />}
      <div>
        <DefinitionRows
          tight
          rows={[
            ...priceRows(facts),
            { label: texts.highest, value: formatUsd(facts.highestCents) },
            { label: texts.fee, value: texts.feeOf(facts.feeBasisPoints) },
          ]}
        />
        <InWallet cents={market.walletCents} isOpen={isOpen} />
      </div>
      {facts.isEnding ? (
        <p className="rounded-md bg-amber-soft p-3 text-sm">{orderRefusals["cask-ending"]}</p>
      ) : (
        isOpen &&
        round &&
        !open && (
          <section aria-label={orderFormTexts[side].title} className="flex flex-col gap-4">
            <LinkTabs
              label={texts.sides}
              tabs={(["sell", "buy"] as const).map((one) => ({
                href: `${marketPath(facts.caskId)}&side=${one}`,
                label: orderFormTexts[one].title,
                current: one === side,
              }))}
            />
            <OrderForm market={market} side={side} refused={refused} />
          </section>
        )
      )}
      <HeldRounds caskId={facts.caskId} rounds={market.rounds} />
      {earlier.length > 0 && <OrderList orders={earlier} nowMs={nowMs} />}
      <Rules />
    </Page>
  );
}

function Refused({ refused }: { refused: RefusedOrder | null }) {
  if (!refused) return null;
  const errors = Object.entries(refused.errors).map(([name, message]) => ({ name, message }));
  return (
    <div className="flex flex-col gap-2">
      <ErrorSummary message={refused.message} errors={errors} />
      {refused.link && (
        <a
          href={refused.link.href}
          className="flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
        >
          {refused.link.label}
        </a>
      )}
    </div>
  );
}
