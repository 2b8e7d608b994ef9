import { formatDate } from "~/domain/calendar-date";
import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { ADVANCE_RULE } from "./advance-texts";
import { inLitres, litresOfAlcohol } from "./gauge-texts";
import { riskTexts } from "./risk-texts";

export const calculatorFields = {
  stakes: "Stakes",
  years: "Years until the sale",
  price: "Sale price per litre of alcohol, in dollars",
  costs: "Costs of the sale, in percent",
  storage: `Storage after ${INCLUDED_STORAGE_YEARS} years, in dollars per stake and year`,
} as const;

export const calculatorTexts = {
  question: "What would I get?",
  atToday: "At today’s price of alcohol you would",
  at: (price: string) => `At ${price} a litre of alcohol you would`,
  lose: "lose",
  gain: "gain",
  inYears: (years: number) => `in ${years} years, after all fees.`,
  lead: "You guess the sale price of the cask; we take off every fee. It is not a forecast.",
  left: "Gain or loss, after all fees",
  aYear: (percent: string) => `${percent} a year`,
  of: (asked: { stakes: number; paid: string; withFee: boolean; boughtToday: boolean; day: string }) =>
    `${asked.stakes === 1 ? "1 stake" : `${asked.stakes} stakes`}, ${asked.boughtToday ? "bought today " : ""}for ${asked.paid}${asked.withFee ? " with the joining fee" : ""}, sold ${asked.day}`,
  perLitre: "A litre of alcohol sells for",
  today: "today",
  breakEven: "break-even",
  above: (price: string, percent: number) => `${price}, ${percent}% above`,
  noBreakEven: "beyond any price",
  youLose: "you lose",
  youGain: "you gain",
  more: "Years, stakes and every fee",
  assumptions: "Other assumptions",
  costsHint: "No one knows them before the sale. They come off the price.",
  storageHint: "Not fixed yet: type a figure to see what it would change.",
  evaporation: (percent: number) =>
    `We assume that the cask loses ${percent}% of its alcohol each year. It can lose more.`,
  joining: "The joining fee is counted once and in full, though you may spread it over more stakes.",
  joiningCounted: "The joining fee was counted with your first stake and is left out here.",
  returns: `${ADVANCE_RULE} So the amount above is everything you get, early returns included.`,
  calculate: "Calculate",
  result: (stakes: number, day: string) =>
    `${stakes === 1 ? "One stake" : `${stakes} stakes`}, if the cask is sold on ${day}`,
  cases: { worse: "Lower price", asked: "Your price", better: "Higher price" },
  rows: {
    perLitre: "Price of a litre",
    gross: "The whole cask brings",
    saleCost: "Costs of the sale",
    paid: { withFee: "You paid: stakes and joining fee", stakes: "You paid for the stakes" },
    storage: "You paid for more storage",
    proceeds: "Goes to your wallet",
    net: "What is left for you, after all fees",
    yearly: "Per year, that is",
  },
  everyFee: "Every fee in it",
  lossSentence: "The lower price is a quarter below yours, or lower still if that is what it takes to lose money.",
  litresLeft: (now: string, then: string) =>
    `${litresOfAlcohol(now)} are in the cask now. ${inLitres(then)} would be left on that day.`,
  nobody: {
    title: "If no one buys,",
    paid: (paid: string) =>
      ` you have paid ${paid} and got nothing back. You still own what you bought; no price is promised.`,
    after: `The cask goes on losing alcohol. Storage is paid for ${INCLUDED_STORAGE_YEARS} years from your purchase; what it costs after that is not fixed yet.`,
  },
  risk: `${riskTexts.short} These figures only follow from your own assumptions, before taxes.`,
  fees: "All fees",
} as const;

export const calculatorLocked = "Once your account is activated, you can work out here what you would get.";

export const stakeFactTexts = {
  title: "What one stake is",
  part: "Part of the cask",
  ofStakes: (total: number) => `1 of ${total}`,
  litres: "Alcohol in it today",
  perLitre: "Price of a litre",
  storage: "Storage and insurance included",
  until: (day: string) => `until ${formatDate(day)}`,
  ifBoughtToday: "If you buy today.",
  warehouse: "Paid to the warehouse",
  unknown: "not stated",
  after: "Storage after that",
  afterUnknown: "not fixed yet",
  afterNote: `We will tell you before the ${INCLUDED_STORAGE_YEARS} years are up.`,
  litresFigure: litresOfAlcohol,
} as const;
