// The price of a round and what each order gets, by a second way to count that shares nothing with the product: the cents at which
// anything can change are tried one by one, and stakes are handed out singly.

export type BookOrder = { number: number; side: "buy" | "sell"; limit: number; quantity: number };
export type Recounted = { price: number | null; volume: number; fills: { number: number; filled: number }[] };

const wants = ({ side, limit }: BookOrder, cents: number) => (side === "buy" ? limit >= cents : limit <= cents);

function stakesAt(book: readonly BookOrder[], side: BookOrder["side"], cents: number): number {
  let stakes = 0;
  for (const order of book) if (order.side === side && wants(order, cents)) stakes += order.quantity;
  return stakes;
}

/** @param reference the last valuation; null: there is none */
export function recountRound(book: readonly BookOrder[], reference: number | null): Recounted {
  const cents = [...new Set([reference ?? 0, ...book.flatMap(({ limit }) => [limit - 1, limit, limit + 1])])];
  const tried = cents
    .filter((one) => one > 0)
    .map((at) => ({ at, demand: stakesAt(book, "buy", at), supply: stakesAt(book, "sell", at) }));
  const volume = Math.max(0, ...tried.map(({ demand, supply }) => Math.min(demand, supply)));
  if (volume === 0) return { price: null, volume, fills: [] };
  const traded = tried.filter(({ demand, supply }) => Math.min(demand, supply) === volume);
  const surplus = Math.min(...traded.map(({ demand, supply }) => Math.max(demand, supply)));
  const best = traded.filter(({ demand, supply }) => Math.max(demand, supply) === surplus);
  const price = priceOf(best, reference);
  return { price, volume, fills: handOut(book, price, volume) };
}

type Tried = { at: number; demand: number; supply: number };

function priceOf(best: readonly Tried[], reference: number | null): number {
  const ats = best.map(({ at }) => at);
  if (best.every(({ demand, supply }) => demand > supply)) return Math.max(...ats);
  if (best.every(({ demand, supply }) => demand < supply)) return Math.min(...ats);
  // From one end to the other every cent is as good.
  if (reference === null) return Math.floor((Math.min(...ats) + Math.max(...ats)) / 2);
  return ats.reduce((nearest, at) => (Math.abs(at - reference) < Math.abs(nearest - reference) ? at : nearest));
}

function handOut(book: readonly BookOrder[], price: number, volume: number): Recounted["fills"] {
  const got = new Map<number, number>();
  for (const side of ["buy", "sell"] as const) {
    const better = side === "buy" ? 1 : -1;
    for (let stakes = 0; stakes < volume; stakes++) {
      let next: BookOrder | null = null;
      for (const order of book) {
        if (order.side !== side || !wants(order, price) || (got.get(order.number) ?? 0) >= order.quantity) continue;
        const ahead = next === null ? 1 : better * (order.limit - next.limit) || next.number - order.number;
        if (ahead > 0) next = order;
      }
      if (next) got.set(next.number, (got.get(next.number) ?? 0) + 1);
    }
  }
  return [...got].map(([number, filled]) => ({ number, filled })).sort((one, other) => one.number - other.number);
}
