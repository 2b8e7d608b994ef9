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
