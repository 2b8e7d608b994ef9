import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clear, type Order } from "~/domain/auction/clear";
import { anyBook, anyReference, bestCents, isIn, resultOf, sidesAt, sum } from "../../support/auction-oracle";
import { effort } from "../../support/effort";

const runs = (fast: number, long: number) => ({ numRuns: effort(fast, long) });

/** Orders as [quantity, limit], numbered from 1 on: buyers first. */
function bookOf(sides: { buy: [number, number][]; sell: [number, number][] }): Order[] {
  const orders = (["buy", "sell"] as const).flatMap((side) =>
    sides[side].map(([quantity, limit]) => ({ side, quantity, limit })),
  );
  return orders.map((order, at) => ({ number: at + 1, ...order }));
}
const filledOf = (book: readonly Order[], number: number, reference: number | null) =>
  clear(book, reference).fills.find((fill) => fill.number === number)?.filled ?? 0;

describe("the result of any book", () => {
  it("is the one found by trying every cent and handing out stakes one by one", () => {
    fc.assert(
      fc.property(anyBook, anyReference, (book, reference) => {
        expect(clear(book, reference)).toEqual(resultOf(book, reference));
      }),
      runs(2_000, 100_000),
    );
  });

  it("buys as many stakes as it sells, and gives no order more than it asked for", () => {
    fc.assert(
      fc.property(anyBook, anyReference, (book, reference) => {
        const { price, volume, fills } = clear(book, reference);
        const orderOf = (number: number) => book.find((order) => order.number === number) ?? expect.fail();
        for (const side of ["buy", "sell"])
          expect(sum(fills.filter((fill) => orderOf(fill.number).side === side).map(({ filled }) => filled))).toBe(
            volume,
          );
        expect(new Set(fills.map(({ number }) => number)).size).toBe(fills.length);
        for (const { number, filled } of fills) {
          expect(Number.isInteger(filled) && filled > 0).toBe(true);
          expect(filled).toBeLessThanOrEqual(orderOf(number).quantity);
        }
        expect(price === null).toBe(volume === 0);
      }),
      runs(1_000, 20_000),
    );
  });

  it("fills no buyer above the limit and no seller below it", () => {
    fc.assert(
      fc.property(anyBook, anyReference, (book, reference) => {
        const { price, fills } = clear(book, reference);
        for (const { number } of fills) {
          const order = book.find((one) => one.number === number) ?? expect.fail();
          expect(isIn(order, price ?? expect.fail())).toBe(true);
        }
      }),
      runs(1_000, 20_000),
    );
  });

  it("has the price of largest volume, and of least surplus among those", () => {
    fc.assert(
      fc.property(anyBook, anyReference, fc.integer({ min: 1, max: 45 }), (book, reference, other) => {
        const { price, volume } = clear(book, reference);
        const there = sidesAt(book, other);
        expect(Math.min(there.wanted, there.offered)).toBeLessThanOrEqual(volume);
        if (price === null || Math.min(there.wanted, there.offered) < volume) return;
        const here = sidesAt(book, price);
        expect(Math.abs(there.wanted - there.offered)).toBeGreaterThanOrEqual(Math.abs(here.wanted - here.offered));
      }),
      runs(1_000, 20_000),
    );
  });

  it("has best prices without a gap, so that exactly one is nearest to any valuation", () => {
    fc.assert(
      fc.property(anyBook, (book) => {
        const best = bestCents(book);
        best.forEach((price, at) => expect(price).toBe((best[0] ?? 0) + at));
      }),
      runs(1_000, 20_000),
    );
  });

  it("does not depend on the order in which orders are read", () => {
    const shuffled = anyBook.chain((book) =>
      fc.tuple(fc.constant(book), fc.shuffledSubarray(book, { minLength: book.length })),
    );
    fc.assert(
      fc.property(shuffled, anyReference, ([book, other], reference) => {
        const before = structuredClone(other);
        expect(clear(other, reference)).toEqual(clear(book, reference));
        expect(other).toEqual(before);
      }),
      runs(1_000, 20_000),
    );
  });

  it("fills the better limit first, then the lower number: an order gets nothing until those ahead of it are full", () => {
    fc.assert(
      fc.property(anyBook, anyReference, (book, reference) => {
        const { fills } = clear(book, reference);
        const filled = new Map(fills.map((fill) => [fill.number, fill.filled]));
        for (const one of book)
          for (const other of book) {
            if (one.side !== other.side || (filled.get(one.number) ?? 0) === one.quantity) continue;
            const worse = one.side === "buy" ? other.limit < one.limit : other.limit > one.limit;
            if (worse || (other.limit === one.limit && other.number > one.number))
              expect(filled.get(other.number) ?? 0).toBe(0);
          }
      }),
      runs(1_000, 20_000),
    );
  });

  it("gives no order fewer stakes for a better limit", () => {
    const improved = anyBook
      .filter((book) => book.length > 0)
      .chain((book) => fc.tuple(fc.constant(book), fc.nat(book.length - 1), fc.integer({ min: 1, max: 20 })));
    fc.assert(
      fc.property(improved, anyReference, ([book, at, by], reference) => {
        const chosen = book[at] ?? expect.fail();
        const limit = chosen.side === "buy" ? chosen.limit + by : Math.max(1, chosen.limit - by);
        const better = book.map((order) => (order === chosen ? { ...order, limit } : order));
        expect(filledOf(better, chosen.number, reference)).toBeGreaterThanOrEqual(
          filledOf(book, chosen.number, reference),
        );
      }),
      runs(2_000, 50_000),
    );
  });
});

describe("a book without a trade", () => {
  const nothing = { price: null, volume: 0, fills: [] };

  it.each<[string, Order[]]>([
    ["without orders", []],
    ["with buyers alone", bookOf({ buy: [[3, 500]], sell: [] })],
    ["with sellers alone", bookOf({ buy: [], sell: [[3, 1]] })],
    ["in which nobody pays what is asked", bookOf({ buy: [[3, 499]], sell: [[3, 500]] })],
  ])("has no price: %s", (_, book) => {
    expect(clear(book, 450)).toEqual(nothing);
  });
});

describe("the price where several trade and leave over as much", () => {
  const one = bookOf({ buy: [[1, 110]], sell: [[1, 101]] });

  it.each<[number | null, number]>([
    [105, 105],
    [90, 101],
    [130, 110],
    // Without a valuation: the middle, rounded down.
    [null, 105],
  ])("is the one nearest to a last valuation of %s: %i", (reference, price) => {
    expect(clear(one, reference).price).toBe(price);
  });

  it("is the highest while buyers are left over, the lowest while sellers are, wherever the valuation is", () => {
    const buyers = bookOf({ buy: [[2, 110]], sell: [[1, 101]] });
    const sellers = bookOf({ buy: [[1, 110]], sell: [[2, 101]] });
    for (const reference of [90, 105, 130, null]) {
      expect(clear(buyers, reference).price).toBe(110);
      expect(clear(sellers, reference).price).toBe(101);
    }
  });
});

// The figures are the exchanges'; where an example of theirs rests on what our rule does not have (orders without a limit, a bound on how far
// the price may move), it is left out. One of their price steps is a cent here.
describe("an example that an exchange publishes", () => {
  type Example = [string, { buy: [number, number][]; sell: [number, number][] }, number, number | null, number];

  const xetra4: Example[1] = { buy: pairs("300@202 200@201 100@197"), sell: pairs("100@203 300@199 200@198") };
  const bothSides: Example[1] = { buy: pairs("25@100 25@97"), sell: pairs("25@98 25@95") };

  it.each<Example>([
    [
      "Xetra 1: one price alone trades most",
      { buy: pairs("300@200 200@199 300@198 100@196"), sell: pairs("100@200 300@198 400@197") },
      200,
      198,
      700,
    ],
    [
      "Xetra 2: buyers are left over",
      { buy: pairs("600@200 200@197"), sell: pairs("400@201 100@199 100@198 300@197") },
      200,
      200,
      500,
    ],
    [
      "Xetra 3: sellers are left over",
      { buy: pairs("300@202 100@201 100@199 400@197"), sell: pairs("200@201 600@198") },
      200,
      198,
      500,
    ],
    ["Xetra 4: nobody is left over, the reference lies between", xetra4, 200, 200, 500],
    ["Xetra 4, with a reference above", xetra4, 202, 201, 500],
    ["Xetra 4, with a reference below", xetra4, 198, 199, 500],
    ["Xetra 5: no limits meet", { buy: pairs("100@200 400@199"), sell: pairs("300@202 200@201") }, 200, null, 0],
    ["BNB 1: largest volume", { buy: pairs("150@100 150@98"), sell: pairs("250@98 50@97") }, 99, 98, 300],
    ["BNB 2: largest volume", { buy: pairs("150@100 50@99 300@97"), sell: pairs("200@97 100@96") }, 99, 97, 300],
    [
      "BNB 3: least surplus",
      { buy: pairs("300@102 100@100 200@99 300@98"), sell: pairs("250@98 250@97 1000@96") },
      99,
      96,
      900,
    ],
    ["BNB 4: least surplus", { buy: pairs("30@102 10@101 50@99 15@96"), sell: pairs("10@98 50@97 50@95") }, 99, 97, 90],
    ["BNB 5.1: sellers are left over", { buy: pairs("10@102 10@97"), sell: pairs("50@95") }, 80, 95, 20],
    ["BNB 6.1: left over on both sides, last price 99", bothSides, 99, 99, 25],
    ["BNB 6.2: left over on both sides, last price 97", bothSides, 97, 97, 25],
  ])("%s", (_, sides, reference, price, volume) => {
    expect(clear(bookOf(sides), reference)).toMatchObject({ price, volume });
  });
});

/** '300@200 100@196': quantity and limit. */
function pairs(text: string): [number, number][] {
  return text.split(" ").map((pair): [number, number] => {
    const [quantity, limit] = pair.split("@").map(Number);
    return [quantity ?? 0, limit ?? 0];
  });
}
