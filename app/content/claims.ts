// Every figure and every statement of fact used in marketing, with its source, period and date. What is not here is not claimed. A source
// that begins with 'Sample' is not one: the deployer replaces it with what they can prove, or removes the claim.

import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";

export type Claim = {
  id: string;
  figure: string;
  statement: string;
  period: string;
  source: string;
  asOf: string;
  limits: string;
};

export const headlineClaim = {
  id: "returns",
  figure: "22%",
  statement: "Returns of upto 22%",
  period: "Over two years or more: 22% over two years is about 10.5% a year.",
  source: "Sample figure, to be replaced: the best result of one cask, from purchase to sale of the cask.",
  asOf: "2026-06-30",
  limits: "Before fees and taxes. Most casks return less, and some lose value.",
};

const yearlyPercent = (percent: number, months: number) =>
  (((1 + percent / 100) ** (12 / months) - 1) * 100).toFixed(1);

const sample = (id: string, percent: number, statement: string, months: number) => {
  const yearly = yearlyPercent(percent, months);
  return {
    id,
    percent,
    months,
    statement,
    figure: `${percent}%`,
    period: `Over ${months} months: about ${yearly}% a year.`,
    inShort: `${months} months · about ${yearly}% a year`,
    source: "Sample figures, to be replaced: value per stake at sale less cost per stake.",
    asOf: "2026-06-30",
    limits: "One cask each, before fees and taxes. Not checked by a third party.",
  };
};

export const sampleReturns = [
  sample("sample-a", 20.8, "Sample return: Highland malt, hogshead", 26),
  sample("sample-b", 21.4, "Sample return: Speyside malt, barrel", 24),
  sample("sample-c", 10.94, "Sample return: Jamaican rum, rum barrel", 24),
] as const;

export const startingPrice = {
  id: "price",
  figure: "From $500",
  statement: "The lowest cost of one stake",
  period: "Casks on sale this year.",
  source: "Our own price list. The cost per stake of each cask is on its page.",
  asOf: "2026-11-01",
  limits: "Stakes at this price can be sold out, and other casks cost more.",
};

export const trustClaims = {
  audited: {
    id: "audited",
    figure: "Audited",
    statement: "Every night we count all stakes and all money, and publish the result.",
    period: "Each day.",
    source: "Our own daily audit.",
    asOf: "2026-11-22",
    limits: "No one outside has audited us yet.",
  },
  verified: {
    id: "verified",
    figure: "Verified",
    statement: "Every certificate carries a code. Anyone can look it up on this site and see whether it is valid.",
    period: "Every certificate we issue.",
    source: "Our own register of stakes.",
    asOf: "2026-11-01",
    limits: "It shows what our register says on the day, not what a stake is worth.",
  },
  secured: {
    id: "secured",
    figure: "Secured",
    statement: "Casks are kept in locked warehouses. Bank account numbers are encrypted; card numbers never reach us.",
    period: "From purchase to sale.",
    source:
      "Sample statement about the warehouses, to be replaced by their approvals. The rest is how this site is built.",
    asOf: "2026-11-01",
    limits: "No lock and no encryption is perfect.",
  },
} satisfies Record<string, Claim>;

export const keepingClaims = {
  bonded: {
    id: "bonded",
    figure: "Bonded warehouses in Scotland",
    statement:
      "Every cask lies in a bonded warehouse in Scotland, under customs control. Its page and the certificate name it.",
    period: "From purchase to sale.",
    source: "Sample statement, to be replaced by the warehouse keepers’ names and approval numbers.",
    asOf: "2026-11-01",
    limits: "A warehouse can be changed; the certificate names the one at the time.",
  },
  insured: {
    id: "insured",
    figure: "Insured",
    statement: `Casks are insured against loss and damage in the warehouse, not against evaporation or a fall in value. The price includes ${INCLUDED_STORAGE_YEARS} years of it.`,
    period: `For ${INCLUDED_STORAGE_YEARS} years from purchase.`,
    source: "Sample statement, to be replaced by the insurer, the policy number and what it covers.",
    asOf: "2026-11-01",
    limits: "What the policy excludes is not paid.",
  },
  untaxed: {
    id: "untaxed",
    figure: "Tax-exempt while maturing",
    statement:
      "No UK duty or VAT falls due while a cask matures in bond. It does when a cask is bottled or leaves bond.",
    period: "While the cask stays in bond.",
    source: "HM Revenue & Customs, Excise Notice 197 and VAT Notice 702/10, on goods in warehouse.",
    asOf: "2026-11-01",
    limits: "Rules can change. Tax on a gain depends on where you live.",
  },
  soldBack: {
    id: "sold-back",
    figure: "Can be sold back",
    statement: "After 24 months a stake can be sold back to us, the provider.",
    period: "From 24 months after purchase.",
    source: "Our Terms & Conditions, section 9.",
    asOf: "2026-11-01",
    limits: "No price is promised. It can be lower than what you paid.",
  },
  minimumHold: {
    id: "minimum-hold",
    figure: "2 to 3 years",
    statement: "The minimum hold is about 2 to 3 years. We recommend at least 3 years.",
    period: "From purchase.",
    source: "Our own recommendation, not a study.",
    asOf: "2026-11-01",
    limits: "Some casks need longer, and you may not find a buyer before.",
  },
  founders: {
    id: "founders",
    figure: "Founder stakes",
    statement: "Our founders buy stakes in the casks we sell.",
    period: "Casks offered since the start.",
    source: "Sample statement, to be replaced by a dated list of the founders’ stakes.",
    asOf: "2026-11-01",
    limits: "Founders can misjudge a cask like anyone else.",
  },
} satisfies Record<string, Claim>;

export const marketClaims: readonly Claim[] = [
  {
    id: "market-size",
    figure: "USD 69 billion",
    statement: "Size of the whisky market in 2023",
    period: "Calendar year 2023.",
    source: "Sample source, to be replaced by the study this figure is taken from.",
    asOf: "2023-12-31",
    limits: "Bottles sold worldwide, not casks. Estimates of different firms differ.",
  },
  {
    id: "market-growth",
    figure: "6.4%",
    statement: "Yearly growth of that market to 2032",
    period: "Forecast for 2024 to 2032.",
    source: "Sample source, to be replaced by the study this forecast is taken from.",
    asOf: "2023-12-31",
    limits: "Forecasts range from about 4% to 7% a year. They are about sales of bottles, not the value of casks.",
  },
  {
    id: "rare-whisky",
    figure: "+564%",
    statement: "Rare whisky values over ten years",
    period: "The ten years to the end of 2019.",
    source: "Knight Frank, The Wealth Report 2020, Luxury Investment Index (rare whisky: data of Rare Whisky 101).",
    asOf: "2019-12-31",
    limits: "100 rare bottles at auction, not casks. The same index fell by 3.5% in 2020.",
  },
];

const { bonded, insured, untaxed, soldBack, minimumHold, founders } = keepingClaims;

export type SourceNote = Claim & { of: readonly Claim[] };

const together = (claims: readonly Claim[]): SourceNote => ({
  ...(claims[0] as Claim),
  id: claims.map(({ id }) => id).join("-"),
  figure: claims.map(({ figure }) => figure).join(", "),
  period: claims.map(({ period }) => period).join(" "),
  of: claims,
});

const alone = (claim: Claim): SourceNote => ({ ...claim, of: [claim] });

export const sourceNotes: readonly SourceNote[] = [
  ...[startingPrice, headlineClaim].map(alone),
  together(sampleReturns),
  ...marketClaims.map(alone),
  // Not figures: without a mark of their own.
  ...Object.values(trustClaims).map(alone),
  ...[bonded, insured, founders, untaxed, minimumHold, soldBack].map(alone),
];

export const landingClaims: readonly Claim[] = sourceNotes.flatMap(({ of }) => of);

export function noteOf(claim: Claim): { id: string; number: number } {
  const index = sourceNotes.findIndex(({ of }) => of.some(({ id }) => id === claim.id));
  const note = sourceNotes[index];
  if (!note) throw new Error(`${claim.id} has no source on the landing page`);
  return { id: note.id, number: index + 1 };
}
