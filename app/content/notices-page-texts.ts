export const noticesPageTexts = {
  title: "Notifications",
  messages: {
    title: "Messages to you",
    about: (cask: string, day: string) => `${cask}, ${day}`,
    why: (cask: string) => `We sent this to everyone who holds a stake in ${cask}.`,
  },
  requests: {
    title: "What you asked us",
    request: (number: string) => `Request ${number}`,
    waiting: "waiting for our answer",
    answered: "answered",
    you: (day: string) => `You wrote on ${day}`,
    we: (brand: string, day: string) => `${brand} answered on ${day}`,
    again: "If anything is still open, mention the number and",
    write: "write again",
  },
  always: {
    title: "What we email you about",
    text: "Login codes, payments, refunds, certificates, rewards, new valuations, the sale of a cask, messages to its holders, withdrawals, and changes to your bank details, email address or phone number. They are about your money and the safety of your account, so they cannot be turned off.",
  },
  byText:
    "You have not added an email address. We text you about withdrawals and refunds; you see everything else in your wallet.",
} as const;
