import { marketTexts, orderTexts as texts } from "~/content/market-texts";
import { marketPath } from "~/content/page-paths";
import { proceedsOf } from "~/domain/auction/amounts";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import type { MarketOrder } from "~/areas/market/resale/market-orders";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";

const whatOf = ({ side, quantity, limitCents }: MarketOrder) => texts.what[side](quantity, limitCents);

/** The order that stands, with what proves it and the way to take it back. */
export function OpenOrder({ order, nowMs }: { order: MarketOrder; nowMs: number }) {
  const { number, side, receipt, salt, closesAtMs, withdrawUntilMs } = order;
  return (
    <Panel title={texts.yours} look="copper" id="your-order">
      <p className="mb-3 font-semibold">{whatOf(order)}</p>
      <DefinitionRows
        tight
        rows={[
          { label: texts.number, value: number },
          ...amountsOf(order),
          { label: texts.closes, value: formatInstant(closesAtMs), below: true },
          { label: texts.notCleared, value: notCleared(side), below: true },
          { label: texts.receipt, value: <Digits>{receipt}</Digits>, below: true },
          { label: texts.salt, value: <Digits>{salt}</Digits>, below: true },
        ]}
      />
      <p className="my-3 text-sm">{texts.keep}</p>
      {nowMs > withdrawUntilMs ? (
        <p className="text-sm font-semibold">{nowMs >= closesAtMs ? texts.waiting : texts.tooLate}</p>
      ) : (
        <form method="post" action={marketPath(order.caskId)}>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="order" value={number} />
          <Button look="danger">{texts.withdraw}</Button>
          <p className="mt-2 text-sm text-peat-60">{texts.withdrawUntil(withdrawUntilMs)}</p>
        </form>
      )}
    </Panel>
  );
}

const Digits = ({ children }: { children: string }) => <code className="text-xs break-all">{children}</code>;

const notCleared = (side: MarketOrder["side"]) => (
  <span className="text-sm font-normal">{texts.notClearedText[side]}</span>
);

function amountsOf({
  side,
  reservedCents,
  stakes,
  limitCents,
  quantity,
  feeBasisPoints,
}: MarketOrder): DefinitionRow[] {
  if (side === "buy") return [{ label: texts.reserved, value: formatUsd(reservedCents) }];
  const { creditCents } = proceedsOf(limitCents, 0, feeBasisPoints);
  return [
    { label: texts.offered, value: stakes.map(({ number }) => number).join(", ") },
    { label: texts.least, value: formatUsd(quantity * creditCents) },
  ];
}

/** All orders, the latest first. */
export function OrderList({ orders, nowMs }: { orders: readonly MarketOrder[]; nowMs: number }) {
  return (
    <Panel title={texts.earlier}>
      <ul className="divide-y divide-peat-30">
        {orders.map((order) => (
          <li key={order.number} className="py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <a
                href={marketPath(order.caskId)}
                className="flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
              >
                {order.caskName}
              </a>
              <Badge tone={order.state === "open" ? "copper" : "neutral"}>{texts.states[order.state]}</Badge>
            </p>
            <p className="text-sm">{whatOf(order)}</p>
            <p className="figures text-sm text-peat-60">
              {texts.numbered(order.number)} {marketTexts.round.month(order.month)}. {resultOf(order, nowMs)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function resultOf({ result, state, closesAtMs, quantity }: MarketOrder, nowMs: number): string {
  if (result) return result.filled > 0 ? texts.cleared(result.filled, quantity, result.priceCents ?? 0) : texts.nothing;
  return state === "open" && closesAtMs <= nowMs ? texts.waiting : "";
}
