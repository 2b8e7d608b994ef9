// Below the break-even one loses, above it one gains.

/** The bar ends half a handle before the edges, so that the handle's middle reaches both. */
export const PRICE_BAR = { width: 311, left: 14, right: 297 } as const;

export type PriceBarFacts = { todayCents: number; breakEvenCents: number | null; askedCents: number };

export type PriceBar = {
  from: number;
  to: number;
  today: number;
  breakEven: number;
  /** Right end of the one label and left end of the other: they never meet. */
  todayLabel: number;
  breakEvenLabel: number;
  staves: string;
};

const LONGEST_LABEL = 132;
const HALF_A_LABEL = 26;
const GAP = 8;

/** From about 60 to 160 percent of today's price, in round figures, and further where the break-even or the asked price lies beyond. */
export function drawPriceBar({ todayCents, breakEvenCents, askedCents }: PriceBarFacts): PriceBar {
  const price = todayCents / 100;
  const step = roundStep(price / 5);
  const from = Math.max(0, Math.round((price * 0.6) / step) * step);
  const highest = Math.max(price * 1.6, ((breakEvenCents ?? 0) * 1.1) / 100, askedCents / 100);
  const to = Math.max(from + 2 * step, Math.ceil(highest / step) * step);
  const { width, left, right } = PRICE_BAR;
  const place = (cents: number) => {
    const part = (Math.min(Math.max(cents / 100, from), to) - from) / (to - from);
    return Math.round(left + part * (right - left));
  };
  const today = place(todayCents);
  const breakEven = breakEvenCents === null ? right : place(breakEvenCents);
  const breakEvenLabel = Math.min(breakEven, width - LONGEST_LABEL);
  return {
    from,
    to,
    today,
    breakEven,
    breakEvenLabel,
    todayLabel: Math.min(today + HALF_A_LABEL, breakEvenLabel - GAP),
    staves: [1, 2, 3, 4].map((fifth) => `M${Math.round(left + (fifth * (right - left)) / 5)} 12v20`).join(""),
  };
}

function roundStep(dollars: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(dollars, 1)));
  const distance = (factor: number) => Math.abs(factor * power - dollars);
  const [nearest = 1] = [1, 2, 5, 10].sort((one, other) => distance(one) - distance(other));
  return Math.max(1, nearest * power);
}
