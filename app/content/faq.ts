import { INCLUDED_STORAGE_YEARS } from "~/domain/fees";

export type Question = { question: string; answer: string };

export const questionsTitle = "Questions";
export const moreQuestions = "More questions";

export const questions: readonly Question[] = [
  {
    question: "Where are the casks kept?",
    answer: "In bonded warehouses in Scotland, wine and rum included. The warehouse of each cask is named on its page.",
  },
  {
    question: "Are the casks insured?",
    answer: `Yes, against loss and damage in the warehouse. The price of a stake includes ${INCLUDED_STORAGE_YEARS} years of storage and insurance. Evaporation and a fall in value are not insured.`,
  },
  {
    question: "What about tax?",
    answer:
      "Casks are tax-exempt while maturing: UK duty and VAT fall due only when a cask is bottled or removed from bond. Whether you owe tax on a gain depends on where you live.",
  },
  {
    question: "How long should I hold a stake?",
    answer:
      "The minimum hold is about 2 to 3 years: a return is worked out after 24 months at the earliest. We recommend at least 3 years.",
  },
  {
    question: "How do I sell?",
    answer:
      "A stake can be sold through the platform or back to us, the provider. No price is promised, and a sale can take time.",
  },
  {
    question: "Is there a marketplace?",
    answer:
      "Coming soon. It will let investors sell stakes to each other. There is no date yet, so do not count on it when you buy.",
  },
  {
    question: "Can I invest in bottles?",
    answer: "Bottle investment is coming soon. Today we sell stakes in casks only.",
  },
  { question: "Can I have my cask delivered?", answer: "No. Casks stay in bond and are never physically delivered." },
  {
    question: "How do I get my money out?",
    answer:
      "By transfer to your bank account, processed within 24 hours of your request. If we have not paid to that account before, or your contact or bank details have changed, we wait 48 hours first. Withdrawal in crypto is coming soon.",
  },
];
