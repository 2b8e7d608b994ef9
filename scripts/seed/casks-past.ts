import type { CaskSketch, LaterValue } from "./cask-sketch";

// Casks that closed long ago: their stakes have been held for months or years, and have been valued since. Some are sold.

const monthsAgo = (launches: number, closes: number) =>
  ({ unit: "months", launches: -launches, closes: -closes, moves: "nothing" }) as const;

const regauge = { tier: "measured", method: "Regauge and three trade quotes", author: "broker" } as const;
const model = { tier: "modelled", method: "Age and type model on trade sales", author: "provider" } as const;

const value = (
  months: number,
  valueCents: number,
  how: Pick<LaterValue, "tier" | "method" | "author">,
  source: string,
): LaterValue => ({ monthsAgo: months, valueCents, ...how, source });

export const pastCasks: readonly CaskSketch[] = [
  {
    key: "glen_fennan",
    name: "Glen Fennan {year} Hogshead",
    ageYears: 11,
    kind: "whisky",
    caskType: "hogshead",
    distillery: "Glen Fennan Distillery",
    warehouse: "Carrick Brae Bond, Speyside, Scotland",
    caskNumber: "1483",
    loaDecilitres: 1311,
    costPerStakeCents: 50_000,
    totalStakes: 50,
    soldStakes: 13,
    window: monthsAgo(31, 29),
    information: [
      "Glen Fennan is a Highland distillery on a river that runs brown with peat, though its malt is not smoked. It is known to blenders rather than to drinkers.",
      "The hogshead was eleven years old when it was offered, with 131.1 litres of alcohol. It has been regauged twice since, and nothing but the usual share was lost.",
      "Its value rose by a fifth over its first two years here. That was a good time for casks of this age; the next two years start from a higher price and may be worse.",
    ],
    // 20.8 % over the 24 months from issue.
    laterValues: [
      value(18, 55_200, model, "Quarterly model, our own"),
      value(7, 60_400, regauge, "Regauge by the warehouse keeper, quotes of three brokers"),
      value(1, 61_500, model, "Quarterly model, our own"),
    ],
  },
  {
    key: "glen_orvane",
    name: "Glen Orvane {year} Barrel",
    ageYears: 9,
    kind: "whisky",
    caskType: "barrel",
    distillery: "Glen Orvane Distillery",
    warehouse: "Leith Shore Bond No. 4, Edinburgh, Scotland",
    caskNumber: "1520",
    loaDecilitres: 1064,
    costPerStakeCents: 65_000,
    totalStakes: 40,
    soldStakes: 15,
    window: monthsAgo(27, 25),
    information: [
      "Glen Orvane makes a light Speyside malt in six small stills. It doubled its output in recent years, and more of its casks are on the market than before.",
      "The barrel is first-fill bourbon wood with 106.4 litres of alcohol at the start. A regauge after two years found 58.3 % alcohol and a livelier spirit than expected.",
      "More casks from the same maker mean more sellers when this one is sold. The last valuation counts quotes, not a sale.",
    ],
    // 21.4 % over the 24 months from issue.
    laterValues: [
      value(14, 70_850, model, "Quarterly model, our own"),
      value(3, 78_910, regauge, "Regauge by the warehouse keeper, quotes of three brokers"),
    ],
  },
  {
    key: "mallow_hill",
    name: "Mallow Hill Estate {year} Jamaican Rum",
    ageYears: 7,
    kind: "rum",
    caskType: "rum-barrel",
    distillery: "Mallow Hill Estate",
    warehouse: "Kirkwynd Warehouse 2, Fife, Scotland",
    caskNumber: "1742",
    loaDecilitres: 1120,
    costPerStakeCents: 120_000,
    totalStakes: 40,
    soldStakes: 9,
    window: monthsAgo(20, 18),
    information: [
      "Mallow Hill lies inland in Jamaica and ferments with its own dunder, the lees of earlier distillations. Its marks range from light to very heavy; this is a middle one.",
      "The barrel was shipped at four years of age and has been cool since. It held 112.0 litres of alcohol when it was offered.",
      "The model follows sales of similar rum in the trade, of which there are few. A single sale at a low price would move it.",
    ],
    // On course for 10.94 % over 24 months.
    laterValues: [
      value(8, 126_300, model, "Quarterly model, our own"),
      value(2, 129_860, model, "Quarterly model, our own"),
    ],
  },
  {
    key: "peyrolande",
    name: "Château Peyrolande {year}",
    ageYears: 2,
    kind: "wine",
    caskType: "barrique",
    distillery: "Château Peyrolande",
    warehouse: "Leith Shore Bond No. 4, Edinburgh, Scotland",
    caskNumber: "1557",
    loaDecilitres: 301,
    costPerStakeCents: 50_000,
    totalStakes: 48,
    soldStakes: 8,
    window: monthsAgo(15, 13),
    information: [
      "Château Peyrolande is a family estate that sells a part of every vintage in cask to pay for the next. The cellar is plain and clean.",
      "The barrique holds 225 litres of the main blend. Some ten months after it was offered a merchant tasted it and found it sound and typical of its year.",
      "The merchant put it at the price it was bought for. Wine that neither gains nor loses still costs the time it is held.",
    ],
    laterValues: [
      value(
        4,
        50_000,
        { tier: "opinion", method: "Tasting and written opinion", author: "independent" },
        "Independent wine merchant, Edinburgh",
      ),
    ],
  },
  {
    key: "carsevane",
    name: "Carsevane {year} Grain Hogshead",
    ageYears: 15,
    kind: "whisky",
    caskType: "hogshead",
    distillery: "Carsevane Grain Distillery",
    warehouse: "Kirkwynd Warehouse 2, Fife, Scotland",
    caskNumber: "1779",
    loaDecilitres: 1392,
    costPerStakeCents: 90_000,
    totalStakes: 60,
    soldStakes: 11,
    window: monthsAgo(11, 9),
    information: [
      "Carsevane distils wheat in tall columns, day and night, for the large blends. Single casks of it are bought by those who like old grain whisky for what it is.",
      "The hogshead was fifteen years old when it was offered. A regauge this year found less in it than the records promised: two staves had leaked and were replaced.",
      "The loss is in the valuation, which lies below the issue price. Insurance does not cover slow leaks of this size.",
    ],
    laterValues: [value(2, 84_600, regauge, "Regauge by the warehouse keeper, quotes of two brokers")],
  },
];

/** Casks whose stakes have ended: one sold at a gain, one bought back by us, one sold at a loss. */
export const soldCasks: readonly CaskSketch[] = [
  {
    key: "kinloran",
    name: "Kinloran {year} Barrel",
    ageYears: 12,
    kind: "whisky",
    caskType: "barrel",
    distillery: "Kinloran Distillery",
    warehouse: "Carrick Brae Bond, Speyside, Scotland",
    caskNumber: "1187",
    loaDecilitres: 988,
    costPerStakeCents: 50_000,
    totalStakes: 40,
    soldStakes: 7,
    window: monthsAgo(33, 32),
    information: ["Kinloran makes a plain, grassy malt. A bottler who had bought its neighbour took this barrel."],
    laterValues: [
      value(15, 54_000, model, "Quarterly model, our own"),
      value(8, 58_500, regauge, "Regauge by the warehouse keeper, quotes of three brokers"),
    ],
    sale: { monthsAgo: 5, buyerKind: "bottler", grossCents: 2_416_000, feesCents: 48_000 },
  },
  {
    key: "anse_verdane",
    name: "Anse Verdane {year} Rum",
    ageYears: 8,
    kind: "rum",
    caskType: "rum-barrel",
    distillery: "Anse Verdane Estate",
    warehouse: "Kirkwynd Warehouse 2, Fife, Scotland",
    caskNumber: "1224",
    loaDecilitres: 1042,
    costPerStakeCents: 65_000,
    totalStakes: 36,
    soldStakes: 5,
    window: monthsAgo(32, 31),
    information: ["Anse Verdane sold few stakes. We bought the cask back at its last value, for our own blend."],
    laterValues: [value(9, 68_900, model, "Quarterly model, our own")],
    sale: { monthsAgo: 3, buyerKind: "provider", grossCents: 2_480_400, feesCents: 0 },
  },
  {
    key: "vespelie",
    name: "Domaine Vespélie {year}",
    ageYears: 2,
    kind: "wine",
    caskType: "barrique",
    distillery: "Domaine Vespélie",
    warehouse: "Leith Shore Bond No. 4, Edinburgh, Scotland",
    caskNumber: "1261",
    loaDecilitres: 298,
    costPerStakeCents: 50_000,
    totalStakes: 48,
    soldStakes: 6,
    window: monthsAgo(31, 30),
    information: ["Domaine Vespélie had a wet year. The wine did not get better in wood, and merchants offered less."],
    laterValues: [value(13, 51_500, model, "Quarterly model, our own")],
    sale: { monthsAgo: 1, buyerKind: "trade", grossCents: 2_230_000, feesCents: 60_000 },
  },
];
