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
  codeSent: "We have sent a code.",
  leadKept: "Thank you. We will be in touch.",
  tooMany: messages.tooManyRequests,
  notProven: "First log in with a code sent to this address.",
  codeNeeded: "First log in with a new code: the last one is older than an hour.",
  emailNeedsCode: "Change an email address at /personal-details, with a code sent to the new one.",
  withdrawalNotActivated: "Withdrawal failed: this account is not activated.",
  returnChanged: "return_amount does not match the return for this cycle. Nothing was requested.",
  interestChanged: "interest_percent does not match the interest for this cycle. Nothing was requested.",
  balanceChanged: "return_amount does not match the wallet balance, which may have changed. Nothing was requested.",
  comingSoon: "Coming soon",
} as const;

export const fieldTexts = {
  missing: (name: string) => `${name} is missing.`,
  badAmount: (name: string) => `${name} must be in US dollars with at most two decimals.`,
  badAmountText: (name: string) => `${name} must be text such as '500.00': US dollars with at most two decimals.`,
  badUnitAmount: (name: string) => `${name} must be the amount times 100000000, as whole-number text.`,
  wrong: (name: string) => `${name} is not valid.`,
} as const;
