import { messages } from "./messages";

// What the API says besides the texts of the screens. The words of 'expired' are those clients look for.

export const apiTexts = {
  expired: "jwt expired",
  missingToken: "jwt missing",
  invalidToken: "jwt invalid",
  failed: messages.somethingWrongLater,
  notJson: "The body must be a JSON object.",
  tooLarge: "The body must not be larger than 64 kB.",
  notFound: "There is nothing at this address.",
  wrongMethod: "This address does not take this method.",
  notYours: "This id is not yours.",
  missing: (name: string) => `${name} is missing.`,
  codeSent: "We have sent a code.",
  leadKept: "Thank you. We will be in touch.",
  tooMany: messages.tooManyRequests,
  notProven: "Sign in with a code sent to this very address first.",
  codeNeeded: "Sign in with a new code first: the last one is older than 30 minutes.",
  emailNeedsCode: "An email address is changed on the page /personal-details, by a code sent to the new one.",
  withdrawalNotActivated: "Withdrawal failed: this account is not activated.",
  returnChanged: "The return of this cycle is not the return_amount sent. Nothing was requested.",
  balanceChanged: "The balance of the wallet has changed, or is not the return_amount sent. Nothing was requested.",
  comingSoon: "Coming soon",
  badAmount: "An amount in dollars with at most two decimals.",
  badUnitAmount: "The amount times 100000000, as whole-number text.",
  wrongPrice: `The amount is not the price. ${messages.nothingCharged}`,
  askAgain: `This payment was started twice at once. ${messages.nothingCharged} Ask again.`,
} as const;
