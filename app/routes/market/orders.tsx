import { carryEnded, marketTexts, orderTexts as texts } from "~/content/market-texts";
import { marketPath, orderAnchor } from "~/content/page-paths";
import { proceedsOf } from "~/domain/auction/amounts";
import { nextRound } from "~/domain/auction/rounds";
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
          {
            label: texts.number,
            value: order.follows === null ? number : `${number}. ${texts.carry.follows(order.follows)}`,
          },
          ...amountsOf(order),
          { label: texts.closes, value: formatInstant(closesAtMs), below: true },
          { label: texts.notCleared, value: notCleared(side), below: true },
          ...(order.carry === "asked"
            ? [
                {
                  label: texts.carry.label,
                  value: <Small>{texts.carry.asked(placedAgainMs(order))}</Small>,
                  below: true,
                },
              ]
            : []),
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
      {order.carry === "asked" && <GiveUpCarry order={order} />}
    </Panel>
  );
}

/** When the round after that of the order opens. */
const placedAgainMs = ({ closesAtMs }: MarketOrder) => nextRound(closesAtMs).opensAtMs;

function GiveUpCarry({ order: { number, caskId } }: { order: MarketOrder }) {
  return (
    <form method="post" action={marketPath(caskId)} className="mt-3">
      <input type="hidden" name="intent" value="give-up-carry" />
      <input type="hidden" name="order" value={number} />
      <Button look="secondary">{texts.carry.giveUp}</Button>
    </form>
  );
}

const Digits = ({ children }: { children: string }) => <code className="text-xs break-all">{children}</code>;

const Small = ({ children }: { children: string }) => <span className="text-sm font-normal">{children}</span>;

const notCleared = (side: MarketOrder["side"]) => <Small>{texts.notClearedText[side]}</Small>;

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
    { label: texts.paid, value: texts.paidAfter },
  ];
}

/** All orders, the latest first. */
export function OrderList({ orders, nowMs }: { orders: readonly MarketOrder[]; nowMs: number }) {
  return (
    <Panel title={texts.earlier}>
      <ul className="divide-y divide-peat-30">
        {orders.map((order) => (
          <li key={order.number} id={orderAnchor(order.number)} className="py-3 first:pt-0 last:pb-0">
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
            {order.carry === "waits" && (
              <>
                <p className="text-sm">{texts.carry.asked(placedAgainMs(order))}</p>
                <GiveUpCarry order={order} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What came of it, what is paid, and what becomes of the rest. */
function resultOf(order: MarketOrder, nowMs: number): string {
  const { carry, proceeds, state } = order;
  const isDecided = carry !== null && carry !== "asked" && carry !== "waits" && state !== "open";
  return [
    tradedOf(order, nowMs),
    proceeds && proceeds.creditCents > 0 ? paymentOf(proceeds) : "",
    isDecided ? carryEnded(carry) : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const paymentOf = ({ creditCents, payableFromMs, isPaid }: NonNullable<MarketOrder["proceeds"]>) =>
  isPaid ? texts.paidOut(creditCents) : texts.proceeds(creditCents, payableFromMs);

function tradedOf({ result, state, closesAtMs, quantity }: MarketOrder, nowMs: number): string {
  if (state === "left-out") return texts.leftOut;
  if (result) return result.filled > 0 ? texts.cleared(result.filled, quantity, result.priceCents ?? 0) : texts.nothing;
  return state === "open" && closesAtMs <= nowMs ? texts.waiting : "";
}
