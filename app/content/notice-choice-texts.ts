export const noticeChoiceTexts = {
  title: "Notifications",
  lead: "What we email you about.",
  valuations: { label: "New valuations", hint: "When a cask you hold a stake in is revalued." },
  save: "Save",
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
    title: "Always sent",
    text: "Login codes, payments, refunds, certificates, rewards, the sale of a cask, messages to its holders, withdrawals, and changes to your bank details, email address or phone number. They are about your money and the safety of your account, so they cannot be turned off.",
  },
  byText:
    "You have not added an email address. We text you about withdrawals and refunds; you see everything else in your wallet.",
  stop: {
    title: "Stop emails about new valuations?",
    lead: "You still get messages about your money and the safety of your account.",
    button: "Stop these emails",
    stopped: {
      title: "These emails are stopped",
      text: "You can turn them on again in Settings, under Notifications.",
    },
    unknown: { title: "We do not know this link", text: "Open it exactly as it appears in the email." },
    settings: "All notifications",
  },
} as const;
