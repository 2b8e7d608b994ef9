// SAMPLE TEXT: before you deploy, have it checked by a lawyer and replace it with your own.
import { CANCELLATION_DAYS, CANCELLATION_FEE_MOST_PERCENT } from "~/domain/fees";
import { supportLink } from "./company";
import { cryptoRefunds } from "./payments";
import { footerTexts } from "./site-texts";
import type { LegalDocument } from "./legal-document";

export const refundsAndCancellations: LegalDocument = {
  path: "/refunds-cancellations",
  title: "Refunds & Cancellations",
  description: "When you can cancel, what it costs, when refunds are automatic, and how long they take.",
  lead: "When you can cancel, what it can cost, and when refunds are automatic.",
  dates: { inForceFrom: "2026-11-01", changedOn: "2026-11-28" },
  sections: {
    [`Cancelling within ${CANCELLATION_DAYS} days`]: [
      `You can cancel within ${CANCELLATION_DAYS} days of receiving the goods. As casks stay in bond, you receive a stake on the day it is added to your account, and a complete cask on the day the documents of ownership reach you. For the joining fee the ${CANCELLATION_DAYS} days start when your account is activated.`,
      [
        "Use ",
        footerTexts.cancel,
        " on our site, or write to ",
        supportLink,
        " from the address of your account and name the cask or the payment. You do not have to give a reason. We confirm at once, with date and time, that we have it.",
      ],
    ],
    "Cancellation fee": [
      "Where the law gives you the right to cancel without cost, there is no fee.",
      `In other cases, for example after the ${CANCELLATION_DAYS} days or for an order made in the course of business, we may agree to cancel and charge a fee of up to ${CANCELLATION_FEE_MOST_PERCENT}% of the invoice. It covers what the purchase, the storage and the sale to someone else cost us. We tell you the amount first, and you can still decide to keep your stake.`,
    ],
    "Automatic refunds": [
      "You get back what you paid, without asking and without a fee, if",
      {
        list: [
          "your payment arrived when the stake was no longer held for you, and none were left",
          "the amount that arrived was not the price",
          "you paid the joining fee a second time",
        ],
      },
      "We write to you when this happens if we have your email address, and your wallet shows it. A payment that you started but did not finish is not charged at all.",
    ],
    "How and when the money comes back": [
      `It goes back the way it came. Card refunds are sent through Stripe and take 5 to 10 days to show. ${cryptoRefunds} The refund is the amount in US dollars that we received; differences in exchange rates and network fees are not made up.`,
    ],
    "What ends with a refund": [
      "When a stake is refunded in full, it is no longer yours: its certificate is no longer valid, the tokens and any pending referral reward for it are taken back, and its number can be sold again. When the joining fee is refunded, your account is no longer activated and its tokens are taken back. When you dispute a payment with your bank, the same is taken back, and a stake is on hold until the dispute is decided.",
      "If only part is refunded, because a fee is kept, we agree with you what happens to the stake.",
    ],
    Defects: [
      "Check your certificate when it arrives: name, cask, stake number and amount. Report a defect within 7 days of receiving it, with the code of the certificate. We correct it and issue a new certificate free of charge.",
      "If the law gives you longer, you keep that right. Normal evaporation and a fall in value are not defects.",
    ],
    "Minimum order": [
      "The minimum order is £350 excluding tax or a complete cask. If we cannot accept an order because it is smaller, you get back what you paid.",
    ],
    Questions: [["Write to ", { href: "/customer-support", label: "Customer support" }, ". We reply within 24 hours."]],
  },
};
