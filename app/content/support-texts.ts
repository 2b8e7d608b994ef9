import { CANCELLATION_DAYS } from "~/domain/fees";
import { footerTexts } from "./site-texts";

export const supportKindTexts = {
  payment: "A payment",
  withdrawal: "A withdrawal or a return",
  cask: "A cask or a stake",
  certificate: "A certificate",
  account: "My account or logging in",
  complaint: "A complaint",
  other: "Something else",
  cancellation: "Cancel a purchase",
} as const;

export const supportTexts = {
  sent: (number: string) => `Its number is ${number}.`,
  errors: {
    name: "Enter your name, at most 100 characters.",
    contact: "Enter an email address or an Indian mobile number.",
    kind: "Choose what it is about.",
  },
  tooMany: "Too many requests. Try again later, or write to us by email.",
} as const;

export const cancelTexts = {
  title: footerTexts.cancel.label,
  description: "Cancel the purchase of a stake or of the joining fee, without logging in.",
  lead: `Within ${CANCELLATION_DAYS} days of a purchase you get all of it back and need not say why.`,
  later: "What applies later",
  name: "Your name",
  email: "Email address for your receipt",
  emailHint: "If you have an account, use the address you log in with: we then need not ask who you are.",
  code: "Payment or certificate code",
  codeHint:
    "It is printed on the receipt and on the certificate. The link in your email about the purchase fills it in.",
  newest: "Filled in with the code of your newest purchase.",
  goOn: "Continue",
  confirmTitle: "Check and confirm",
  confirmLead: "Nothing has been cancelled yet.",
  statement: "What you declare",
  statementOf: ({ name, code }: { name: string; code: string }) =>
    `I, ${name}, cancel my purchase with the code ${code}.`,
  effect: "A refunded stake is no longer yours: its certificate is no longer valid and its tokens are taken back.",
  confirm: "Confirm cancellation",
  change: "Change something",
  sentTitle: "We have your cancellation",
  sent: (number: string) => `Its number is ${number}.`,
  sentNext: `A receipt with your words, the date and the time is on its way by email. We check the code and refund the purchase within ${CANCELLATION_DAYS} days, the way you paid. One address gets at most five receipts a day.`,
  errors: {
    name: "Enter your name, at most 100 characters and no links.",
    code: "Enter the code as it is printed on the receipt or the certificate.",
  },
} as const;
