import { company } from "./company";

// What is said while signing in. The three texts the specification fixes stand in messages.ts.

function plural(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** 'in 25 seconds', 'in 12 minutes', 'in 5 hours': rounded up, so that trying then works. */
function inHowLong(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return `in ${plural(seconds, "second")}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${plural(minutes, "minute")}` : `in ${plural(Math.ceil(minutes / 60), "hour")}`;
}

export const loginMessages = {
  emailForbidden: "Enter an email address in plain Latin letters, like name@example.com.",
  emailTooLong: "Enter an email address of at most 254 characters.",
  phoneNotMobile: "Enter an Indian mobile number: 10 digits, starting with 6, 7, 8 or 9.",
  emailRefused: "We could not send a code to this email address. Check it for typing errors.",
  phoneRefused: "We could not send a code to this phone number. Check it, or use your email address.",
  addressRefused: "We could not send a code there. Go back and check the address.",
  sendingFailed: "We could not send the code: our sender does not answer. Please try again in a minute.",
  tooManySends: (waitMs: number) => `A code was asked for too often. You can ask for a new one ${inHowLong(waitMs)}.`,
  tooManyGuesses: (waitMs: number) => `Too many codes were tried from here. Try again ${inHowLong(waitMs)}.`,
  codeExpired: "This code has expired: it was valid for 10 minutes. Use Resend OTP to get a new one.",
  codeEnded: "This code is no longer valid: it was used, or a newer one was sent. Use Resend OTP to get a new one.",
  triesUsedUp: "This code was tried five times and is closed. Use Resend OTP to get a new one.",
  wasLastTry: "That was the last try for this code. Use Resend OTP to get a new one.",
  suspended: `This account is suspended. Write to ${company.support.email}.`,
} as const;

export type CodeMail = { subject: string; text: string; html: string };

/** The code stands first, so that it can be read in the preview; plain text and HTML say the same. */
export function codeMail({ code, origin }: { code: string; origin: string }): CodeMail {
  const lines = [
    `${code} is your code to sign in to ${company.brand}.`,
    `It was asked for on ${origin} and is valid for 10 minutes.`,
    `We never ask you for this code by mail, phone or chat: enter it on that page only.`,
    `If you did not ask for it, do nothing: without the code nobody can sign in.`,
  ];
  return {
    subject: `Your ${company.brand} sign-in code`,
    text: `${lines.join("\n\n")}\n`,
    html: lines.map((line) => `<p>${line}</p>`).join("\n"),
  };
}
