// Every figure used in marketing, with its source, period and date. A figure that is not here is not shown.
// The return figures are sample values: whoever deploys this replaces them with figures they can prove.

export type Claim = {
  id: string;
  figure: string;
  statement: string;
  period: string;
  source: string;
  asOf: string;
  limits: string;
};

export const headlineClaim: Claim = {
  id: "returns",
  figure: "22%",
  statement: "Returns of upto 22%",
  period: "Over two years or more: 22% over two years is about 10.5% a year.",
  source: "Our own sample figure: the best result of one cask, from purchase to sale of the cask.",
  asOf: "2026-06-30",
  limits: "Before fees and taxes. Most casks return less, and some lose value.",
};

export const sampleReturns: readonly [Claim, Claim, Claim] = [
  {
    id: "sample-a",
    figure: "20.8%",
    statement: "Sample return: Highland malt, hogshead",
    period: "Over 26 months: about 9.1% a year.",
    source: "Our own sample calculation: value at sale less cost per stake.",
    asOf: "2026-06-30",
    limits: "One cask, before fees and taxes. Not checked by a third party.",
  },
  {
    id: "sample-b",
    figure: "21.4%",
    statement: "Sample return: Speyside malt, barrel",
    period: "Over 24 months: about 10.2% a year.",
    source: "Our own sample calculation: value at sale less cost per stake.",
    asOf: "2026-06-30",
    limits: "One cask, before fees and taxes. Not checked by a third party.",
  },
  {
    id: "sample-c",
    figure: "10.94%",
    statement: "Sample return: Jamaican rum, rum barrel",
    period: "Over 24 months: about 5.3% a year.",
    source: "Our own sample calculation: value at sale less cost per stake.",
    asOf: "2026-06-30",
    limits: "One cask, before fees and taxes. Not checked by a third party.",
  },
];

export const marketClaims: readonly Claim[] = [
  {
    id: "market-size",
    figure: "USD 69 billion",
    statement: "Size of the whisky market in 2023",
    period: "Calendar year 2023.",
    source: "Published estimates of market research firms for 2023.",
    asOf: "2023-12-31",
    limits: "Retail sales of bottles worldwide, not casks. Estimates differ between firms.",
  },
  {
    id: "market-growth",
    figure: "6.4%",
    statement: "Yearly growth to 2032",
    period: "Forecast for 2024 to 2032.",
    source: "Published forecasts of market research firms, which range from about 4% to 7%.",
    asOf: "2023-12-31",
    limits: "A forecast of sales. It says nothing about the value of a cask.",
  },
  {
    id: "rare-whisky",
    figure: "+564%",
    statement: "Rare whisky values over ten years",
    period: "The ten years to the end of 2019.",
    source: "Knight Frank Luxury Investment Index, The Wealth Report 2020.",
    asOf: "2019-12-31",
    limits: "An index of 100 very rare bottles, not casks. The index has fallen since then.",
  },
];

export const riskTexts = {
  short: "Your capital is at risk. Casks can lose value and can take longer than planned to sell.",
  projected: "A projection, not a promise. The value can go down as well as up.",
  past: "Past and sample returns are no guide to what a cask will return.",
  advice: "We give no investment advice. Ask an independent adviser if you are not sure.",
  holding: "Plan to hold for 24 months or more. You may not be able to sell before.",
} as const;
