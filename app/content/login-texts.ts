// Words of the screens one signs up and signs in with. What is said when something goes wrong stands in login-messages.ts.

export const enterCodeTexts = {
  legend: "Enter OTP",
  digit: (position: number) => `Digit ${position} of 6`,
  sentTo: {
    phone: "The 6 digit number sent to your phone",
    email: "The 6 digit number sent to your email",
  },
  validity: "It is valid for 10 minutes.",
  allInFirst: "You can also put all six digits into the first box.",
  verify: "Verify",
  resend: "Resend OTP",
  resendWhen: (seconds: number) => `A new code can be sent in ${seconds} seconds.`,
} as const;

export const modeTexts = {
  "sign-up": { heading: "Sign up", ask: "Already have an account?", link: "Log in" },
  login: { heading: "Login", ask: "New here?", link: "Sign up" },
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
  sendByEmail: "Send code by email",
  or: "or",
  phone: "Phone number",
  phoneHint: "10 digits. The code comes as a text message.",
  sendByPhone: "Send code by text message",
  accept: "By going on you confirm that you are 18 or over and accept our ",
  terms: "Terms & Conditions",
  and: " and ",
  privacy: "Privacy Policy",
} as const;
