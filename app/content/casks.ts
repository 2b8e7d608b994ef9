import { riskTexts } from "./claims";

export const kindNames = { whisky: "Whisky", wine: "Wine", rum: "Rum" } as const;

export const buyingSteps = [
  "Buy your stake on the launch date, or on any day until the close date.",
  "Stake ownership is added to your portfolio, with a certificate.",
  "No stakes can be bought after the close date.",
  "Profit, if there is any, is added to your wallet when the cask is sold in 24 months.",
] as const;

export const earningSteps = [
  "Hold your stake for 24 months or more.",
  "After that the stake can be sold back.",
  "Profit goes to your wallet, or you withdraw it to your bank.",
] as const;

export const caskRisk = `${riskTexts.short} ${riskTexts.holding}`;

export const activationUnlocks = [
  "Prices, stakes left and dates of every cask",
  "The full cask information",
  "Buying stakes on and after the launch date",
  "Referrals and withdrawals",
] as const;
