import { CANCELLATION_DAYS, CANCELLATION_FEE_MOST_PERCENT, INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { ADVANCE_RULE } from "./advance-texts";
import { FEES_PATH } from "./page-paths";

const cancellation = `up to ${CANCELLATION_FEE_MOST_PERCENT}%`;

type FeeFigures = { joiningFee: string; betweenInvestors: string };

export const feeTexts = ({ joiningFee, betweenInvestors }: FeeFigures) => ({
  "signing-up": { label: "Signing up", amount: "free", note: "With an email address or a phone number." },
  joining: {
    label: "Joining fee",
    amount: joiningFee,
    note: "Once. It activates your account: you then see prices, dates and the stakes left. If you pay it twice, the second payment is refunded automatically.",
  },
  stake: {
    label: "A stake",
    amount: "its price",
    note: "Each cask has its own price, the same for everyone. We add nothing to it when you buy.",
  },
  paying: {
    label: "Paying by card or crypto",
    amount: "none",
    note: "We add nothing. Your bank may charge for the exchange into US dollars, and the crypto network for the transfer.",
  },
  storage: {
    label: "Storage and insurance",
    amount: "included",
    note: `For ${INCLUDED_STORAGE_YEARS} years from the day you buy. The insurance covers loss and damage in the warehouse, not evaporation or a fall in value.`,
  },
  "storage-after": {
    label: `Storage after ${INCLUDED_STORAGE_YEARS} years`,
    amount: "not fixed",
    note: `No one knows yet what it will cost. We will tell you before the ${INCLUDED_STORAGE_YEARS} years are up.`,
  },
  holding: { label: "Holding a stake", amount: "none", note: "No yearly or monthly fee for the account or the stake." },
  cancelling: {
    label: "Cancelling a purchase",
    amount: cancellation,
    note: `Of the invoice, and only where the law allows us a fee. Nothing within your legal right to cancel, usually ${CANCELLATION_DAYS} days.`,
  },
  sale: {
    label: "Sale of a cask",
    amount: "at cost",
    note: `The costs of the sale come off the price before it is shared out among the stakes. They are not known in advance. We show you both price and costs. Fractions of a cent are not paid out. ${ADVANCE_RULE}`,
  },
  resale: {
    label: "Selling or buying a stake between investors",
    amount: betweenInvestors,
    note: "Coming soon, country by country, and charged only where it is open: of the price of a stake, from buyer and seller each. An offer that no one takes costs nothing.",
  },
  gain: { label: "Your gain", amount: "none", note: "We take no share of it." },
  withdrawing: {
    label: "Withdrawing to your bank",
    amount: "none",
    note: "We send the whole amount. Your bank may charge for receiving it or for the exchange.",
  },
  papers: { label: "Certificates", amount: "none", note: "Free, and so are replacements." },
  closing: { label: "Closing the account", amount: "none", note: "What is in the wallet can be paid out first." },
});

type FeeKind = keyof ReturnType<typeof feeTexts>;

export const feesPage = {
  path: FEES_PATH,
  title: "Fees",
  description:
    "Everything that a stake in a cask can cost: joining, buying, storage, sale and withdrawal, and what is free.",
  lead: "Everything it can cost, from signing up to the day a cask is sold. If it is not on this page, we do not charge it.",
  groups: [
    { title: "To start", kinds: ["signing-up", "joining"] },
    { title: "To buy", kinds: ["stake", "paying", "cancelling"] },
    { title: "While you hold", kinds: ["storage", "storage-after", "holding", "papers"] },
    { title: "When it is sold", kinds: ["sale", "resale", "gain", "withdrawing", "closing"] },
  ],
  taxTitle: "Not our fees",
  tax: "Duty and VAT fall due only when a cask is bottled or leaves bond. Whether you owe tax on a gain depends on where you live. Prices are in US dollars, so the exchange rate counts too.",
  next: "Request access",
  termsBefore: "The terms behind it: ",
  terms: "Terms & Conditions",
  and: " and ",
  refunds: "Refunds & Cancellations",
} as const satisfies { groups: readonly { title: string; kinds: readonly FeeKind[] }[]; [text: string]: unknown };
