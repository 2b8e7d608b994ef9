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

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

const quoted = (value: unknown) => (typeof value === "string" ? `'${value}'` : String(value));
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const fieldTexts = {
  missing: (name: string) => `${name} is missing.`,
  otherKind: (name: string, kind: string) => `${name} must be ${KINDS[kind] ?? `a ${kind}`}.`,
  otherValue: (name: string, values: readonly unknown[]) => `${name} must be ${values.map(quoted).join(" or ")}.`,
  otherLength: (name: string, length: number) => `${name} must have exactly ${counted(length, "entry", "entries")}.`,
  tooSmall: (name: string, { of, least, itself }: { of: string; least: number; itself: boolean }) => {
    if (of === "string" && least === 1) return `${name} must not be empty.`;
    if (of === "string") return `${name} must have at least ${counted(least, "character", "characters")}.`;
    return itself ? `${name} must be at least ${least}.` : `${name} must be more than ${least}.`;
  },
  tooBig: (name: string, { of, most }: { of: string; most: number }) => {
    if (of === "string") return `${name} must have at most ${counted(most, "character", "characters")}.`;
    return `${name} must be at most ${most}.`;
  },
  badAmount: (name: string) => `${name} must be in US dollars with at most two decimals.`,
  badAmountText: (name: string) => `${name} must be text such as '500.00': US dollars with at most two decimals.`,
  badUnitAmount: (name: string) => `${name} must be the amount times 100000000, as whole-number text.`,
  wrong: (name: string) => `${name} is not valid.`,
} as const;
