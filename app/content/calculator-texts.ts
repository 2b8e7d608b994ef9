import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { ADVANCE_RULE } from "./advance-texts";
import { inLitres } from "./gauge-texts";
import { riskTexts } from "./risk-texts";

export const calculatorFields = {
  stakes: "Stakes",
  years: "Years until the sale",
  price: "Sale price per litre of alcohol, in dollars",
} as const;

export const calculatorTexts = {
  at: (price: string) => `At ${price} a litre of alcohol you would`,
  inYears: (years: number) => `in ${years} years, after all fees.`,
  aYear: (percent: string) => `${percent} a year`,
  of: (asked: { stakes: number; paid: string; withFee: boolean; boughtToday: boolean; day: string }) =>
    `${asked.stakes === 1 ? "1 stake" : `${asked.stakes} stakes`}, ${asked.boughtToday ? "bought today " : ""}for ${asked.paid}${asked.withFee ? " with the joining fee" : ""}, sold ${asked.day}`,
  perLitre: "A litre of alcohol sells for",
  today: "today",
  breakEven: "break-even",
  above: (price: string, percent: number) => `${price}, ${percent}% above`,
  more: "Years, stakes and every fee",
  evaporation: (percent: number) => `It loses ${percent}% a year, we assume, and can lose more.`,
  costs: (percent: number) => `${percent}%, we assume: no one knows before the sale.`,
  returns: `${ADVANCE_RULE} So the amount above is everything you get, early returns included.`,
  litresLeft: (then: string, now: string) => `${inLitres(then)} of ${inLitres(now)}`,
  nobody: {
    paid: (paid: string) =>
      ` you have paid ${paid} and got nothing back. You still own what you bought; no price is promised.`,
    after: `Storage is paid for ${INCLUDED_STORAGE_YEARS} years from your purchase. What it costs after that is not fixed yet, and not counted here.`,
  },
  risk: `${riskTexts.short} These figures only follow from your own assumptions, before taxes.`,
} as const;

export const calculatorLocked = "Once your account is activated, you can work out here what you would get.";
