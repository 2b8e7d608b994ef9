import { expect, it } from "vitest";
import { matchFills } from "~/domain/auction/match-fills";

const order = (number: number, side: "buy" | "sell", quantity: number) => ({ number, side, quantity, limit: 10_000 });

it("sellers and buyers are paired in order of their numbers, stake by stake", () => {
  const book = [order(1, "sell", 2), order(2, "buy", 3), order(3, "sell", 3), order(4, "buy", 5), order(5, "buy", 1)];
  const fills = [
    { number: 1, filled: 2 },
    { number: 2, filled: 3 },
    { number: 3, filled: 3 },
    { number: 4, filled: 2 },
  ];
  expect(matchFills({ book, fills })).toEqual([
    { sell: 1, buy: 2, nth: 0 },
    { sell: 1, buy: 2, nth: 1 },
    { sell: 3, buy: 2, nth: 0 },
    { sell: 3, buy: 4, nth: 1 },
    { sell: 3, buy: 4, nth: 2 },
  ]);
});

it("nothing changes hands where nothing was filled, and no stake without somebody who buys it", () => {
  const book = [order(1, "sell", 2), order(2, "buy", 1)];
  expect(matchFills({ book, fills: [] })).toEqual([]);
  const uneven = [
    { number: 1, filled: 2 },
    { number: 2, filled: 1 },
  ];
  expect(matchFills({ book, fills: uneven })).toEqual([{ sell: 1, buy: 2, nth: 0 }]);
});
