// SAMPLE TEXT: before you deploy, have it checked by a lawyer and replace it with your own.
import { company } from "./company";
import type { LegalDocument } from "./legal-document";

export const termsOfService: LegalDocument = {
  path: "/terms-of-service",
  title: "Terms of Service",
  description:
    "How you may use this site and your account, what we may do, and what the information here is and is not.",
  lead: "These terms are about using this site. What you buy here is covered by the Terms & Conditions.",
  dates: { inForceFrom: "2026-11-01", changedOn: "2026-11-01" },
  sections: {
    "What these terms cover": [
      `${company.legalName} runs this site. By using it you accept these terms. If you also pay the joining fee or buy a stake, the following apply too:`,
      {
        list: [
          ["The ", { href: "/terms-and-conditions", label: "Terms & Conditions" }, ", on what you buy."],
          ["Our page ", { href: "/refunds-cancellations", label: "Refunds & Cancellations" }, "."],
        ],
      },
      "The site is for people who are 18 or over and of legal drinking age where they live.",
    ],
    "Your account": [
      "You log in with a six-digit code that we send to your email address or phone. It is valid for 10 minutes and can be used once. We never ask you for a code by phone, chat or email: do not give it to anyone.",
      "Keep your name, address and bank details correct, because certificates and transfers are made from them. You are responsible for what is done with your account unless you have told us that someone else got in. You can end all your logins by writing to us.",
    ],
    "What you may not do": [
      {
        list: [
          "use another person’s account, or open several to get rewards",
          "try to get around limits, locks or checks, or to see other people’s data",
          "scrape the site with programs, or put so much load on it that others are kept out",
          "pay with money or a card that is not yours",
          "recommend stakes to others as safe or certain to gain",
        ],
      },
      "If you find a weakness in the site, tell us before you tell others, and do not use it.",
    ],
    "What the information is": [
      "Facts about casks come from distilleries and warehouse keepers. Values come with a date and say whether they are measured, modelled or an opinion. We correct errors when we learn of them.",
      "Nothing here is investment advice, tax advice or a promise of a return. Pictures and sample figures are marked as such.",
      "Texts, drawings and marks on this site belong to us or to those named. You may print and keep what concerns your own stakes.",
    ],
    "Other companies’ services": [
      "Payments take place on the pages of Stripe (card) and Copperx (crypto), under their own terms. Links to other sites are for your convenience; we are not responsible for what is there.",
    ],
    "Availability and changes": [
      "We try to keep the site up at all times, but we do not promise it. If it is down, your stakes and your balance are not affected. If a close date passes while the site is down, that alone gives no claim.",
      "We may add, change or end functions. A peer-to-peer marketplace between investors and investment in bottles are planned; neither exists yet.",
    ],
    "Suspending and closing an account": [
      "We may suspend an account if these terms are broken, if a payment is disputed, or if the law requires it. We tell you why unless the law forbids it. A suspended account keeps its stakes and its balance.",
      "You can close your account at any time, in Settings or by writing to us. An account that holds anything closes 7 days after you ask at the earliest, or 14 days if its email address or phone number changed in the last 30 days, so that you can stop it if it was not you. While you keep stakes or a balance, we need to keep the account so that we can pay you. Records that the law makes us keep are kept for as long as it requires.",
    ],
    "Responsibility, law and contact": [
      "We are liable for harm we cause on purpose or by gross negligence, and wherever the law does not let us limit it. The law of Estonia applies; consumers keep the protection of the country where they live.",
      "If we change these terms, we tell account holders at least 30 days in advance.",
      ["Questions: ", { href: "/customer-support", label: "Customer support" }, "."],
    ],
  },
};
