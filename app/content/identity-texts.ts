import { formatUsd } from "~/domain/money";

export const IDENTITY_PATH = "/identity";

export const identityTexts = {
  title: "Identity check",
  link: "Check my identity",
  lead: (first: string, total: string) =>
    `Before your first payout over ${first}, and once your payouts add up to more than ${total}, we need to confirm who you are.`,
  facts: {
    items: [
      "Why: so that no one who gets into your account can take a large amount out of it, and because the law asks us to know whom we pay.",
      "How: you photograph your passport, identity card or driving licence and yourself, on the page of our provider, Stripe.",
      "How long: a few minutes with your phone. The result usually comes within minutes, sometimes a day.",
      "Meanwhile: your stakes, wallet and requests stay as they are. A payout that needs the check waits for it; everything else goes on.",
      "What we keep: that you passed, and when, the name on the document, and a keyed hash of its number, which shows whether another account used it. Pictures and numbers stay with the provider.",
    ],
  },
  states: {
    started: "You have begun the check. Once you have finished it, the result will be here soon.",
    verified: "Your document was accepted, but our team has to look at it first. We will write to you.",
    failed: "The check did not work. Try again, with good light and the whole document in the picture.",
    canceled: "The check was cancelled. You can start again.",
  },
  errors: {
    unavailable: "The provider cannot be reached just now. Nothing was started. Please try again in a few minutes.",
    "by-hand": "The provider cannot check you. Write to us, and our team will do it by hand.",
  },
} as const;

export const identityLead = (firstCents: number, totalCents: number) =>
  identityTexts.lead(formatUsd(firstCents), formatUsd(totalCents));
