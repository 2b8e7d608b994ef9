// What lies at the edge of what a picture can be of: beside the states that people look at on the sheet of all pictures.
import { addDays } from "~/domain/calendar-date";
import type { drawPriceBar } from "~/domain/pictures/price-bar";
import type { RackCask } from "~/domain/pictures/rack";
import {
  ago,
  type Angels,
  band,
  cask,
  cycle,
  gauging,
  held,
  manyCasks,
  type Portfolio,
  rackCask,
  type Sale,
  sale,
  type Stake,
  stake,
  TODAY,
  valuation,
} from "./picture-states";

const onDay = (valuedOn: string, valueCents: number, tier: "measured" | "modelled" | "opinion" | "issue") => ({
  ...valuation(0, valueCents, tier),
  valuedOn,
});
const portfolio = (...of: Portfolio["stakes"]): Portfolio => ({ stakes: of, unrealisedCents: null });
const since = (days: number) => ({
  ...held(0, 50_000),
  purchasedOn: addDays(TODAY, -days),
  valuations: [onDay(addDays(TODAY, -1), 52_000, "measured")],
});

export const portfolios: Record<string, Portfolio> = {
  "advances, one of them later than today": portfolio(
    {
      ...held(30, 60_000, [12, 66_000, "modelled"], [3, 70_000, "measured"]),
      advances: [
        { on: ago(6), cents: 3_000 },
        { on: ago(3), cents: 2_000 },
        { on: TODAY, cents: 1_000 },
        { on: addDays(TODAY, 1), cents: 500 },
      ],
    },
    { ...held(20, 40_000, [9, 44_000, "opinion"]), advances: [{ on: ago(9), cents: 90_000 }] },
  ),
  "valued on the days of purchase, issue and today": portfolio({
    ...held(9, 50_000),
    valuations: [
      onDay(ago(12), 49_000, "modelled"),
      onDay(ago(9), 51_000, "measured"),
      onDay(ago(6), 50_000, "issue"),
      onDay(ago(3), 53_000, "measured"),
      onDay(TODAY, 54_000, "opinion"),
      onDay(addDays(TODAY, 1), 99_000, "opinion"),
    ],
  }),
  "two bases on one day": portfolio(
    held(12, 50_000, [6, 52_000, "opinion"], [3, 54_000, "measured"]),
    held(12, 60_000, [6, 61_000, "measured"], [3, 62_000, "modelled"]),
    held(12, 60_000, [6, 61_000, "measured"], [3, 62_000, "measured"]),
  ),
  "a loss that ends, and one within a pixel": portfolio(
    held(100, 90_000, [60, 70_000, "modelled"], [40, 95_000, "measured"], [2, 91_000, "opinion"]),
    {
      ...held(100, 90_000),
      valuations: [onDay(addDays(ago(20), -1), 20_000, "opinion"), onDay(ago(20), 99_000, "opinion")],
    },
  ),
  "364 days": portfolio(since(364)),
  "365 days": portfolio(since(365)),
};

export const stakes: Record<string, Stake> = {
  "valued on the days of purchase, issue and today": stake({
    ...held(9, 50_000),
    valuations: [
      onDay(ago(9), 51_000, "measured"),
      onDay(ago(6), 50_500, "issue"),
      onDay(ago(3), 53_000, "measured"),
      onDay(TODAY, 54_000, "opinion"),
      onDay(addDays(TODAY, 1), 99_000, "opinion"),
    ],
  }),
  "valued before it was bought, and issued after": stake({
    ...held(9, 50_000),
    valuations: [
      onDay(ago(15), 47_000, "measured"),
      onDay(ago(12), 49_000, "modelled"),
      onDay(ago(6), 50_500, "issue"),
      onDay(ago(3), 53_000, "measured"),
    ],
  }),
  "valued thirty times, not in order": stake({
    ...held(60, 50_000),
    valuations: Array.from({ length: 30 }, (_, at) => onDay(ago(((at * 7) % 30) + 1), 50_000 + at * 700, "modelled")),
  }),
  "of the same value": stake(held(20, 65_000, [14, 65_000, "modelled"], [6, 65_000, "measured"])),
  "of no value": stake(held(20, 100, [6, 0, "measured"])),
};

export const cycles = {
  "running, number not brought up to date": cycle(25, "running"),
  "in the third": cycle(59, "paid", 3),
};

export const angels: Record<string, Angels> = {
  "at the limit": cask([gauging(60, 800, 471), gauging(2, 600, 400)], { caskType: "barrel" }),
  "nothing left": cask([gauging(60, 800, 471), gauging(2, 0, 450)]),
  "the same twice": cask([gauging(60, 800, 471), gauging(2, 800, 450)]),
  "three, of which one was more": cask([gauging(60, 800, 600), gauging(30, 820, 590), gauging(2, 700, 580)], {
    caskType: "butt",
    filledOn: ago(30),
  }),
};

export const bands = {
  "own the lowest and the highest": band("butt", { total: 1_000, sold: 999, free: 1, own: [1, 999] }),
  "own one of eight": band("hogshead", { total: 8, sold: 4, free: 4, own: [2] }),
  "more sold than there are": band("barrel", { total: 40, sold: 41, free: -1, own: [] }),
};

export const racks: Record<string, RackCask[]> = {
  none: [],
  "30 casks": manyCasks(30),
  "31 casks": manyCasks(31),
  "211 casks, one of them sold out": [rackCask(40), ...manyCasks(210)],
  "nearly full, nearly empty, both with a void stake": [
    rackCask(9_999, 10_000),
    rackCask(1, 10_000),
    rackCask(20, 40, { void: 20 }),
    rackCask(0, 0, { void: 1 }),
  ],
};

export const sales: Record<string, Sale> = {
  "of nothing": sale({ grossCents: 0, feesCents: 0, netPerStakeCents: 0 }),
  "with advances": sale({ ownAdvances: [10_000, 90_000] }),
};

type Prices = Parameters<typeof drawPriceBar>[0];
const atPrices = (todayCents: number, breakEvenCents: number | null, askedCents = 0): Prices => ({
  todayCents,
  breakEvenCents,
  askedCents,
});
export const prices: Record<string, Prices> = {
  ordinary: atPrices(24_557, 28_049, 24_600),
  "of a few cents": atPrices(40, 55),
  "break-even far above": atPrices(4_051, 9_224),
  "asked far above": atPrices(4_051, 5_224, 9_000),
  none: atPrices(24_557, null),
  "just below a round figure": atPrices(37_400, 37_400),
};

export const FILLED = [null, -0.1, 0, 0.001, 0.04, 0.3, 0.92, 0.99, 1, 1.2];
export const LAYERS = [
  [0, 1],
  [0.2, 0.7],
  [0.5, 0.5],
  [0.7, 0.2],
] as const;
export const LEVELS = [0, 0.1, 0.5, 0.8, 1];
/** Number and all stakes of a cask. */
export const PLACES = [
  [1, 1],
  [1, 3],
  [2, 3],
  [3, 3],
  [1, 1_000],
  [500, 1_000],
  [1_000, 1_000],
] as const;
