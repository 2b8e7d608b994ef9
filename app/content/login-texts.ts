import { CODE_LIFE_MINUTES } from "~/domain/code-life";

export const enterCodeTexts = {
  legend: "Enter OTP",
  digit: (position: number) => `Digit ${position} of 6`,
  sentTo: {
    phone: "The 6 digit number sent to your phone",
    email: "The 6 digit number sent to your email",
  },
  validity: `It is valid for ${CODE_LIFE_MINUTES} minutes.`,
  allInFirst: "You can also enter all six digits in the first box.",
  verify: "Verify",
  resend: "Resend OTP",
  resendWhen: (seconds: number) => `A new code can be sent in ${seconds} seconds.`,
  verifying: "Checking…",
  sending: "Sending…",
  lateTitle: "This code is too old",
  late: "You asked for it more than 15 minutes ago, and it was not entered. Nothing has changed. Ask for a new one to continue.",
  again: "Ask for a new code",
} as const;

export const modeTexts = {
  "sign-up": { heading: "Sign up", ask: "Already have an account?", link: "Log in" },
  login: { heading: "Login", ask: "New here?", link: "Sign up" },
} as const;

export const waitTexts = {
  title: "Please wait a moment",
  why: "A great many codes are being requested right now. To prevent abuse, yours will be sent a little later.",
  when: (seconds: number) =>
    seconds < 90 ? `Your turn is in ${seconds} seconds` : `Your turn is in ${Math.ceil(seconds / 60)} minutes`,
  what: (address: string) =>
    `This page updates by itself. Then one tap sends the code to ${address}. There is no wait in a browser that you have logged in with before.`,
  other: "Use another address",
  now: "It is your turn. Send the code now.",
} as const;

export const createAccountTexts = {
  title: "Create account",
  lead: (fee: string) => `One time joining fee of ${fee}`,
  unlocks: "What the fee unlocks",
  free: "Signing up is free. You pay the fee later, when you activate your account.",
  signUp: "Sign Up",
  logIn: "Log in",
} as const;

export const getStartedTexts = {
  lead: "We send you a 6-digit code. There is no password.",
  invited: "You were invited with the code ",
  email: "Email address",
  sending: "Sending…",
  sendByEmail: "Send code by email",
  or: "or",
  phone: "Phone number",
  phoneHint: "10 digits. The code comes as a text message.",
  sendByPhone: "Send code by text message",
  accept: "By continuing, you confirm that you are 18 or over and accept our ",
  terms: "Terms & Conditions",
  and: " and ",
  privacy: "Privacy Policy",
} as const;
