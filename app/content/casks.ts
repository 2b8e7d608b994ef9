import { formatDate } from "~/domain/calendar-date";
import type { ConfirmedAge } from "~/domain/confirmed";
import type { CaskKind } from "~/domain/cask-shape";
import type { MarkUp } from "~/domain/mark-up";
import { formatUsd } from "~/domain/money";
import { riskTexts } from "./risk-texts";

export const kindNames: Record<CaskKind, string> = { whisky: "Whisky", wine: "Wine", rum: "Rum" };

export const documentNames = {
  "delivery-order": "Delivery order",
  "warehouse-confirmation": "Warehouse confirmation",
  insurance: "Insurance",
  gauge: "Gauge",
  photo: "Photo",
  contract: "Contract",
} as const;

export const DOCUMENT_KINDS = Object.keys(documentNames).length;

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

const ago = (days: number) => (days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`);

export const sayConfirmed = ({ state, days }: ConfirmedAge): string =>
  state === "never" ? "Never confirmed by the warehouse" : `Last confirmed by the warehouse ${ago(days)}`;

/** The price we paid for a cask and our mark-up, to show together; null: not told. */
export const boughtTexts = {
  paid: "We paid for the cask",
  untold: "not told",
  paidText: ({ boughtForCents, paidCents }: MarkUp) =>
    `${formatUsd(boughtForCents)}, ${formatUsd(paidCents)} per stake`,
  added: "Our mark-up",
  addedText: ({ addedCents, percent }: MarkUp) => `${formatUsd(addedCents)} per stake, ${percent}% of what we paid`,
} as const;

export const caskRisk = `${riskTexts.short} ${riskTexts.holding} ${riskTexts.unregulated}`;

export const activationUnlocks = [
  "Prices, stakes left and dates of every cask",
  "The full cask information",
  "Buying stakes on and after the launch date",
  "Referrals and withdrawals",
] as const;

export type CaskFacts = { distillery: string; kind: CaskKind; vintageYear: number | null; loaLitres: number };

export const caskTexts = {
  noneText: "New casks are listed here before they launch. Check back soon.",
  window: { upcoming: "Launches", open: "Closes", closed: "Closed", "sold-out": "Closes", ended: "Sold on" },
  daysLeft: (days: number) => (days === 0 ? "today" : days === 1 ? "1 day" : `${days} days`),
  ended: "The whole cask has been sold. Its stakes can no longer be bought.",
  soldOn: (day: string, netCents: number) => `Sold on ${formatDate(day)}, ${formatUsd(netCents)} net per stake`,
  inList: { cost: "Cost per stake", available: "Stakes available" },
  onItsPage: { cost: "Cost of ONE stake", available: "Stakes available to buy" },
  ofTotal: (total: number) => `of ${total}`,
  locked: "Locked",
  buy: "Buy stake",
  activate: (fee: string) => `Activate Account - ${fee}`,
  buying: "Buying a stake",
  waysOut: "When the cask is sold, by our buy-back or by a bid. Plan for 24 months or more; no one has to buy.",
} as const;
