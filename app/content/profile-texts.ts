// Texts of the settings forms and of the codes that protect them.

export const profileTexts = {
  addressHint: "Include the PIN code.",
  emailHint: "A new address is used once you have entered the code we send there.",
  emailAddHint: "We send a code there. You can then sign in with it, too.",
  emailKept: "An email address can be changed, but not removed.",
  emailTaken: "This email address belongs to another account. Use a different one.",
  checkFields: "check the marked fields.",
  confirm: {
    title: "Confirm that it is you",
    why: "Before bank details are shown or money is sent, we ask for a code. It proves that it is you.",
    sentTo: (destination: string) => `We send a 6-digit code to ${destination}.`,
    send: "Send code",
  },
  confirmEmail: {
    title: "Confirm your email address",
    sentTo: (destination: string) => `The 6 digit number sent to ${destination}. It is valid for 10 minutes.`,
    verify: "Verify",
    resend: "Resend OTP",
  },
} as const;
