import { CODE_LIFE_MINUTES } from "~/domain/code-life";
import { company } from "./company";
import { inHowLong } from "./how-long";
import { type MailText, mailText } from "./mail-text";

export const loginMessages = {
  emailForbidden: "Enter an email address in plain Latin letters, like name@example.com.",
  emailTooLong: "Enter an email address of at most 254 characters.",
  phoneNotMobile: "Enter an Indian mobile number: 10 digits, starting with 6, 7, 8 or 9.",
  emailRefused: "We could not send a code to this email address. Check it for typing errors.",
  phoneRefused: "We could not send a code to this phone number. Check it, or use your email address.",
  addressRefused: "We could not send a code there. Go back and check the address.",
  sendingFailed: "We could not send the code: our delivery service is not answering. Please try again in a minute.",
  tooManySends: (waitMs: number) => `A code was requested too often. You can ask for a new one ${inHowLong(waitMs)}.`,
  tooManyGuesses: (waitMs: number) => `Too many codes were tried. Try again ${inHowLong(waitMs)}.`,
  manyAsk: (waitMs: number) =>
    `We are getting a great many requests for codes. Yours can be sent ${inHowLong(waitMs)}.`,
  stillChecking: "This code is still being checked. Please tap Verify again in a moment.",
  codeExpired: `This code has expired: it was valid for ${CODE_LIFE_MINUTES} minutes. Use Resend OTP to get a new one.`,
  codeEnded: "This code is no longer valid: it was used, or a newer one was sent. Use Resend OTP to get a new one.",
  triesUsedUp: "This code no longer works after five wrong tries. Use Resend OTP to get a new one.",
  wasLastTry: "That was the last try for this code. Use Resend OTP to get a new one.",
  suspended: `This account is suspended. Write to ${company.support.email}.`,
} as const;

type CodeMailInput = {
  code: string;
  origin: string;
  purpose: "sign-in" | "confirm" | "new-address";
  goal: string;
};

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
    subject: `Your ${brand} sign-in code`,
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
