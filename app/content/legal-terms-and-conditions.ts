// SAMPLE TEXT: before you deploy, have it checked by a lawyer and replace it with your own.
import { ADVANCE_RULE } from "./advance-texts";
import { CANCELLATION_DAYS, CANCELLATION_FEE_MOST_PERCENT, INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { company } from "./company";
import { cryptoRefunds } from "./payments";
import type { LegalDocument } from "./legal-document";

const refunds = { href: "/refunds-cancellations", label: "Refunds & Cancellations" };
const support = { href: "/customer-support", label: "Customer support" };

export const termsAndConditions: LegalDocument = {
  path: "/terms-and-conditions",
  title: "Terms & Conditions",
  description: "What you buy when you buy a stake in a cask, what it costs, how it can be sold and what can go wrong.",
  lead: "These terms are the contract between you and us when you pay the joining fee or buy a stake in a cask.",
  dates: { inForceFrom: "2026-11-01", changedOn: "2026-11-01" },
  sections: {
    "Who we are": [
      `${company.brand} is run by ${company.legalName}, a company registered in ${company.registeredIn} with the registry number ${company.registryNumber}, at ${company.address}. Our UK customs registration number is ${company.ukCustomsRegistration}. In these terms, “we” is this company and “you” is the person who holds the account.`,
      [
        "The ",
        { href: "/terms-of-service", label: "Terms of Service" },
        " say how you may use this site. The ",
        { href: "/privacy-policy", label: "Privacy Policy" },
        " says what we do with your data.",
      ],
    ],
    "Who may buy": [
      "You must be 18 or over. Where the legal drinking age is higher, you must have reached that age.",
      "You buy for yourself, with your own money, and you have one account. You may not buy where the law of your country forbids it. We may ask you to prove your age and who you are, and we may refuse a purchase or a payment until you have.",
    ],
    "What you buy": [
      "A cask on this site is divided into a fixed number of equal stakes. Each stake has a number, and each number is sold once. With a stake you own that share of the contents of the named cask and of what it is sold for.",
      "A stake is added to your account when your payment is confirmed. You then receive a certificate of ownership as a PDF, usually within 48 hours. It shows what our register said on the day it was issued. If the certificate and the register differ, tell us; the register decides.",
      "A stake is not a share in our company, not a deposit and not a loan to us.",
    ],
    "Casks stay in bond": [
      "Casks are kept in bonded warehouses in Scotland. They stay in bond for as long as you hold a stake and are never physically delivered to you. A stake gives no right to visit, sample, move or bottle the cask.",
      "The warehouse keeper looks after the cask. Some of the contents evaporates every year; this is normal and not a defect. We may have a cask moved, repaired or its contents transferred to another cask where that protects them, and we record it.",
    ],
    "Your account and the joining fee": [
      "Signing up is free. To see prices, dates and the stakes left, and to buy, you activate your account with a one-time joining fee. The amount is shown before you pay.",
      "The joining fee is paid once. A second payment of it is refunded automatically. If your joining fee is refunded or disputed, your account is no longer activated; stakes you own remain yours.",
    ],
    "Prices and minimum order": [
      `Prices are in US dollars. The price of a stake includes ${INCLUDED_STORAGE_YEARS} years of storage and insurance from the day of purchase. We tell you what storage and insurance cost after that before the ${INCLUDED_STORAGE_YEARS} years end.`,
      "The minimum order is £350 excluding tax or a complete cask.",
      "The price that counts is the one on the payment page. Your bank may charge for the exchange, and a crypto network for the transfer; we do not receive these charges.",
    ],
    "How a purchase works": [
      "You can buy a stake from the launch date to the close date of a cask, both included, as long as stakes are left. When you go to the payment page, one stake is held for you for 30 minutes. If you do not pay, nothing is charged and the stake is for sale again.",
      "You pay on the page of the payment provider: by card with Stripe, or with crypto through Copperx. The contract is made when the provider has confirmed your payment and the stake is in your account.",
      "If your payment arrives when the stake is no longer held for you and none are left, or if the amount is not the price, there is no contract and you get back what you paid.",
      cryptoRefunds,
    ],
    "Holding and returns": [
      "A stake is meant to be held for 24 months or more; we recommend at least 3 years. Returns are worked out in cycles of 24 calendar months from the day of purchase.",
      "The return of a cycle is how far the value of the stake at its end is above the highest of these: what you paid, its value at the end of each earlier cycle, and any value up to which a return was calculated before. It is never below zero. A loss has to be made up before there is a return again. An example: you paid $500, and the stake is worth $400 at the end of the first cycle, $450 at the end of the second and $550 at the end of the third. The first two returns are zero, and the third is $50. Values are dated and say whether they are measured, modelled or an opinion. Figures shown before the end of a cycle are projections.",
      `${ADVANCE_RULE} If more was paid in returns than the sale brings, you keep it: the shortfall is our loss.`,
      "Returns are not promised. Past and sample returns are no guide to what a cask will return.",
    ],
    "Selling and withdrawing": [
      "A stake can be sold through the platform, or directly to us as the provider, after 24 months. We are free to set the price we offer, and you are free to refuse it. When a whole cask is sold or bought back, the price less the costs of the sale is shared out among all its stakes, and the stakes end.",
      "A marketplace where investors sell to each other is planned. It does not exist yet, and we do not promise a date.",
      "What you may withdraw is shown in your wallet. Transfers to your bank account are processed within 24 hours of your request. For your safety we wait 48 hours before we pay to an account that we have not paid to before, or after a change of contact or bank details. Large amounts, many requests and accounts with a disputed payment are checked first; we may ask you to prove your identity. You can cancel a request until it is sent to the bank. If a transfer is refused or comes back, the amount is available to you again. Withdrawal in crypto is not offered yet.",
    ],
    "Tokens and referral rewards": [
      "You earn 1,000 tokens for the joining fee and 2,000 tokens for each stake. Tokens are a sign of thanks: they are not money, cannot be sold and are not paid out.",
      "If someone signs up with your referral link and buys a first stake, you earn $15. It is pending until we pay it out. You cannot refer yourself. If the payment behind tokens or a pending reward is refunded, they are taken back too.",
    ],
    Taxes: [
      "While a cask is in bond, no duty or VAT falls due on it. Taxes apply only when a cask is bottled or removed from bond.",
      "Whether you owe tax on a gain depends on where you live and on your circumstances. That is for you to find out and to pay.",
    ],
    "Risks, and no investment advice": [
      "Your capital is at risk. A cask can lose value, leak or be lost. It can take longer than planned to sell, and you may get back less than you paid or nothing. Prices are in US dollars, so exchange rates matter too. No deposit guarantee or investor compensation scheme covers stakes.",
      "We give no investment advice. We do not know your circumstances and do not say whether a stake suits you. Ask an independent adviser if you are not sure.",
    ],
    "Cancelling, refunds and defects": [
      [
        `You can cancel a purchase within ${CANCELLATION_DAYS} days of receiving the goods. A cancellation fee of up to ${CANCELLATION_FEE_MOST_PERCENT}% of the invoice can apply where the law allows one. Defects must be reported within 7 days. The details are in `,
        refunds,
        ", which is part of these terms.",
      ],
    ],
    "Liability, law and changes": [
      "We are liable without limit for intent, gross negligence and harm to people, and wherever the law does not let us limit it. Otherwise we are liable up to what you paid for the stake concerned. We are not liable for a fall in value.",
      "The law of Estonia applies. If you are a consumer, you keep the protection of the law of the country where you live, and you can go to the courts there.",
      "If we change these terms, we tell you at least 30 days in advance. A purchase keeps the terms it was made under.",
      ["Complaints: write to ", support, ". We answer within 24 hours and tell you what happens next."],
    ],
  },
};
