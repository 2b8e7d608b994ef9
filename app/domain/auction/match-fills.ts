import type { Fill, Order } from "./clear";

/** One stake that changes hands. */
export type Match = {
  /** Numbers of the two orders. */
  sell: number;
  buy: number;
  /** Which of the seller's stakes, from 0, in the order in which they are offered. */
  nth: number;
};

/** Who sells to whom. At one price it makes no difference to anybody: sellers and buyers are paired in order of their numbers. */
export function matchFills({ book, fills }: { book: readonly Order[]; fills: readonly Fill[] }): Match[] {
  const side = new Map(book.map((order) => [order.number, order.side]));
  const stakesOf = (wanted: Order["side"]) =>
    fills
      .filter(({ number }) => side.get(number) === wanted)
      .flatMap(({ number, filled }) => Array.from({ length: filled }, (_, nth) => ({ number, nth })));
  const buys = stakesOf("buy");
  return stakesOf("sell").flatMap(({ number: sell, nth }, index) => {
    const buy = buys[index]?.number;
    return buy === undefined ? [] : [{ sell, buy, nth }];
  });
}
