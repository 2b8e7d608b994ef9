import type { Mutant } from "./mutant";

// What is planted in the rule of the auction and caught by its tests. What is planted in the market's SQL is in `trading.ts`.

const clearing = "tests/domain/auction/clear.test.ts";

export const auctioning: Mutant[] = [
  {
    name: "a fill below the limit",
    breaks: "a seller gives a stake away for less than the limit of the order",
    code: [{ find: 'wanted === "buy" ? -1 : 1', replace: "-1" }],
    test: { file: clearing, title: "fills no buyer above the limit and no seller below it" },
  },
  {
    name: "the marginal order favoured",
    breaks: "of orders with the same limit the last one placed is filled first",
    code: [
      {
        find: "direction * (one.limit - other.limit) || byNumber(one, other)",
        replace: "direction * (one.limit - other.limit) || byNumber(other, one)",
      },
    ],
    test: {
      file: clearing,
      title:
        "fills the better limit first, then the lower number: an order gets nothing until those ahead of it are full",
    },
  },
  {
    name: "the resale fee taken twice",
    breaks: "the seller pays the buyer's fee as well",
    code: [
      {
        find: "creditCents: priceCents - feeCents - advancedCents",
        replace: "creditCents: priceCents - 2 * feeCents - advancedCents",
      },
    ],
    test: {
      file: "tests/domain/auction/amounts.test.ts",
      title: "loses no cent and makes none: the fee is taken once from each side",
    },
  },
  {
    name: "the least surplus ignored",
    breaks: "among prices that trade as much, one is taken that leaves more orders over",
    code: [{ find: "Math.abs(demand - supply)", replace: "0 * demand * supply" }],
    test: {
      file: clearing,
      title: "has the price of largest volume, and of least surplus among those",
    },
  },
  {
    name: "an order seen before the close",
    breaks: "the market shows everybody's orders to each",
    code: [{ find: "WHERE orders.user_id = ${userId} ${caskId", replace: "WHERE ${userId} <> '' ${caskId" }],
    test: {
      file: "tests/areas/market/resale/read-market.test.ts",
      title: "is nothing of other people's orders: not the number of them, nor that there are any",
    },
  },
];
