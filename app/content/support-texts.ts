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
  lead: `Within ${CANCELLATION_DAYS} days of a purchase you get all of it back and need not say why.`,
  name: "Your name",
  email: "Email address for your receipt",
  code: "Payment or certificate code",
  statementOf: ({ name, code }: { name: string; code: string }) =>
    `I, ${name}, cancel my purchase with the code ${code}.`,
  sent: (number: string) => `Its number is ${number}.`,
  sentNext: `A receipt with your words, the date and the time is on its way by email. We check the code and refund the purchase within ${CANCELLATION_DAYS} days, the way you paid. One address gets at most five receipts a day.`,
  errors: {
    name: "Enter your name, at most 100 characters and no links.",
    code: "Enter the code as it is printed on the receipt or the certificate.",
  },
} as const;
