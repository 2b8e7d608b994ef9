import { messages } from "./messages";

// Texts of the API that no screen has. The words of 'expired' are those clients look for.

export const apiTexts = {
  expired: "jwt expired",
  failed: messages.somethingWrongLater,
  notJson: "The body must be a JSON object.",
  tooLarge: "The body must not be larger than 64 kB.",
  notFound: "There is nothing at this address.",
  tooMany: messages.tooManyRequests,
  codeNeeded: "First log in with a new code: the last one is older than an hour.",
} as const;

export const fieldTexts = {
  missing: (name: string) => `${name} is missing.`,
  badAmount: (name: string) => `${name} must be in US dollars with at most two decimals.`,
  badAmountText: (name: string) => `${name} must be text such as '500.00': US dollars with at most two decimals.`,
  badUnitAmount: (name: string) => `${name} must be the amount times 100000000, as whole-number text.`,
  wrong: (name: string) => `${name} is not valid.`,
} as const;
