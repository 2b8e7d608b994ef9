import fc from "fast-check";

// The rule of the resale auction, told as slowly as possible: every cent is tried, and stakes are handed out one by one. Written without
// the product's code, so that the two cannot be wrong together.

export type BookOrder = { number: number; side: "buy" | "sell"; limit: number; quantity: number };
export type Result = { price: number | null; volume: number; fills: { number: number; filled: number }[] };

export const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
export const isIn = ({ side, limit }: BookOrder, price: number) => (side === "buy" ? limit >= price : limit <= price);

/** How many stakes are wanted and offered at a price. */
export function sidesAt(book: readonly BookOrder[], price: number): { wanted: number; offered: number } {
  const at = (side: BookOrder["side"]) =>
    sum(book.filter((order) => order.side === side && isIn(order, price)).map(({ quantity }) => quantity));
  return { wanted: at("buy"), offered: at("sell") };
}

/** Every whole cent of largest volume and, among these, of least surplus. None if nothing can be traded. */
export function bestCents(book: readonly BookOrder[]): number[] {
  const highest = Math.max(0, ...book.map(({ limit }) => limit)) + 2;
  const cents = Array.from({ length: highest }, (_, at) => at + 1);
  const volume = (price: number) => Math.min(...Object.values(sidesAt(book, price)));
  const largest = Math.max(...cents.map(volume));
  if (largest === 0) return [];
  const surplus = (price: number) => Math.max(...Object.values(sidesAt(book, price))) - largest;
  const traded = cents.filter((price) => volume(price) === largest);
  const least = Math.min(...traded.map(surplus));
  return traded.filter((price) => surplus(price) === least);
}

function priceOf(book: readonly BookOrder[], reference: number | null): number | null {
  const best = bestCents(book);
  const [lowest, highest] = [best[0], best.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  const sides = best.map((price) => sidesAt(book, price));
  if (sides.every(({ wanted, offered }) => wanted > offered)) return highest;
  if (sides.every(({ wanted, offered }) => wanted < offered)) return lowest;
  // A little below the middle, so that of two in the middle the lower one is nearer.
  const distance = (price: number) => Math.abs(price - (reference ?? (lowest + highest - 0.5) / 2));
  return best.reduce((nearest, price) => (distance(price) < distance(nearest) ? price : nearest));
}

export function resultOf(book: readonly BookOrder[], reference: number | null): Result {
  const price = priceOf(book, reference);
  if (price === null) return { price, volume: 0, fills: [] };
  const { wanted, offered } = sidesAt(book, price);
  const volume = Math.min(wanted, offered);
  const stakes = (side: BookOrder["side"]) =>
    book
      .filter((order) => order.side === side && isIn(order, price))
      .sort((a, b) => (a.limit === b.limit ? a.number - b.number : a.limit > b.limit === (side === "buy") ? -1 : 1))
      .flatMap(({ number, quantity }) => Array.from({ length: quantity }, () => number))
      .slice(0, volume);
  const filled = new Map<number, number>();
  for (const number of [...stakes("buy"), ...stakes("sell")]) filled.set(number, (filled.get(number) ?? 0) + 1);
  const fills = [...filled].map(([number, count]) => ({ number, filled: count }));
  return { price, volume, fills: fills.sort((a, b) => a.number - b.number) };
}

const numbers = fc.integer({ min: 1, max: 999 });

/** Small enough to try everything, with few limits, so that ties are frequent. */
const usualBook = fc.uniqueArray(
  fc.record({
    number: numbers,
    side: fc.constantFrom("buy" as const, "sell" as const),
    limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 40 })),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  { selector: ({ number }) => number, maxLength: 9 },
);

/** As many stakes are left over at each price: of buyers up to a middle price, of sellers above it. Chance alone makes few such books. */
const tiedBook = fc
  .record({
    numbers: fc.uniqueArray(numbers, { minLength: 4, maxLength: 4 }),
    middle: fc.integer({ min: 11, max: 20 }),
    ...{ below: fc.nat(10), above: fc.nat(10) },
    ...{ traded: fc.integer({ min: 1, max: 4 }), over: fc.integer({ min: 1, max: 4 }) },
  })
  .map(({ numbers, middle, below, above, traded, over }) =>
    [
      { side: "buy" as const, limit: middle + 1 + above, quantity: traded },
      { side: "buy" as const, limit: middle, quantity: over },
      { side: "sell" as const, limit: middle - below, quantity: traded },
      { side: "sell" as const, limit: middle + 1, quantity: over },
    ].map((order, at) => ({ number: numbers[at] ?? 0, ...order })),
  );

export const anyBook: fc.Arbitrary<BookOrder[]> = fc.oneof(
  { weight: 9, arbitrary: usualBook },
  { weight: 1, arbitrary: tiedBook },
);
export const anyReference = fc.option(fc.integer({ min: 1, max: 45 }));
