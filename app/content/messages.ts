import { CODE_LIFE_MINUTES } from "~/domain/code-life";
import { company } from "./company";
import { mailText, type MailText } from "./mail-text";

function plural(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** 'in 25 seconds', 'in 12 minutes', 'in 5 hours': rounded up, so that trying then works. */
export function inHowLong(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return `in ${plural(seconds, "second")}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${plural(minutes, "minute")}` : `in ${plural(Math.ceil(minutes / 60), "hour")}`;
}

export const messages = {
  somethingWrongLater: "Something went wrong, Try again Later",
  somethingWrong: "Something went wrong. Please try again.",
  sessionExpired: "Your session has expired. Please log in again.",
  cookiesNeeded:
    "Logging in needs cookies, and your browser keeps none from us. Allow cookies for this site, then ask for a new code.",
  signedOut: "You are logged out.",
  accountClosed: "Your account is closed.",
  signedOutEverywhere: "You are logged out on all devices.",
  otpIncomplete: "Please enter the complete 6-digit OTP.",
  otpInvalid: "Invalid OTP. Please try again.",
  otpError: "An error occurred. Please try again.",
  bankDetailsMissing: "Please fill in all bank details.",
  withdrawalFailed: "Withdrawal failed.",
  userUpdated: "User updated successfully!",
  userUpdateFailed: (reason: string) => `Failed to update user: ${reason}`,
  emailRequired: "Enter your email address.",
  emailInvalid: "Enter an email address like name@example.com.",
  phoneRequired: "Enter your phone number.",
  tooManyRequests: "Too many tries. Wait a little, then try again.",
  skipToContent: "Skip to content",
} as const;

export const loginMessages = {
  sendingFailed: "We could not send the code: our delivery service is not answering. Please try again in a minute.",
  tooManySends: (waitMs: number) => `A code was requested too often. You can ask for a new one ${inHowLong(waitMs)}.`,
  tooManyGuesses: (waitMs: number) => `Too many codes were tried. Try again ${inHowLong(waitMs)}.`,
  manyAsk: (waitMs: number) =>
    `We are getting a great many requests for codes. Yours can be sent ${inHowLong(waitMs)}.`,
  codeExpired: `This code has expired: it was valid for ${CODE_LIFE_MINUTES} minutes. Use Resend OTP to get a new one.`,
  suspended: `This account is suspended. Write to ${company.support.email}.`,
} as const;

type CodeMailInput = { code: string; origin: string; purpose: "sign-in" | "confirm" | "new-address"; goal: string };

const CONFIRMED: Record<string, string> = {
  "/bank-details": "open your bank details",
  "/personal-details": "change your personal details",
  "/wallet?dialog=withdraw": "withdraw a return",
  "/wallet?dialog=withdraw&of=balance": "withdraw the balance of your wallet",
};

const confirmed = (goal: string) =>
  goal.startsWith("/stakes/") ? "withdraw a return" : (CONFIRMED[goal] ?? "continue");

const wordsOf = ({ purpose, goal }: CodeMailInput) => {
  const { brand, support } = company;
  const stranger = `someone else is in your account: do not share the code, and write to ${support.email}.`;
  if (purpose === "confirm")
    return {
      subject: `Confirm that it is you at ${brand}`,
      whatFor: `is your code to ${confirmed(goal)} at ${brand}.`,
      ifNotYou: `If you did not ask for it, ${stranger}`,
    };
  if (purpose === "new-address")
    return {
      subject: `Confirm your new email address at ${brand}`,
      whatFor: `is your code to use this email address at ${brand}.`,
      ifNotYou: `If you did not ask for it, do nothing: without the code, this address will not be used.`,
    };
  return {
    subject: `Your ${brand} login code`,
    whatFor: `is your code to log in to ${brand}.`,
    ifNotYou: `If you did not ask for it, do nothing: without the code, no one can log in.`,
  };
};

/** The code comes first, so that it can be read in the preview. */
export function codeMail(input: CodeMailInput): MailText {
  const { subject, whatFor, ifNotYou } = wordsOf(input);
  return mailText(subject, [
    { code: input.code, says: whatFor },
    `It was requested on ${input.origin} and is valid for ${CODE_LIFE_MINUTES} minutes.`,
    "We never ask you for this code by email, phone or chat: enter it only on that page.",
    ifNotYou,
  ]);
}

export const enterCodeTexts = {
  digit: (position: number) => `Digit ${position} of 6`,
  sentTo: { phone: "The 6 digit number sent to your phone", email: "The 6 digit number sent to your email" },
  validity: `It is valid for ${CODE_LIFE_MINUTES} minutes.`,
  resendWhen: (seconds: number) => `A new code can be sent in ${seconds} seconds.`,
} as const;

export const modeTexts = {
  "sign-up": { heading: "Sign up", ask: "Already have an account?", link: "Log in" },
  login: { heading: "Login", ask: "New here?", link: "Sign up" },
} as const;

export const waitTexts = {
  when: (seconds: number) =>
    seconds < 90 ? `Your turn is in ${seconds} seconds` : `Your turn is in ${Math.ceil(seconds / 60)} minutes`,
  what: (address: string) =>
    `This page updates by itself. Then one tap sends the code to ${address}. There is no wait in a browser that you have logged in with before.`,
} as const;

export const createAccountTexts = { lead: (fee: string) => `One time joining fee of ${fee}` } as const;

export const getStartedTexts = {
  sending: "Sending…",
  phone: "Phone number",
  phoneHint: "10 digits. The code comes as a text message.",
} as const;
