const topics = {
  valuations: { label: "New valuations", hint: "When a cask you hold a stake in is revalued." },
  launches: { label: "Casks that open", hint: "On the day a new cask goes on sale." },
  referrals: { label: "Referrals", hint: "When someone you invited earns you a reward." },
} as const;

export const noticeChoiceTexts = {
  title: "Notifications",
  lead: "What we email you about.",
  legend: "News",
  topics,
  save: "Save",
  messages: {
    title: "Messages to you",
    about: (cask: string, day: string) => `${cask}, ${day}`,
    why: (cask: string) => `We sent this to everyone who holds a stake in ${cask}.`,
    cask: "See the cask",
  },
  requests: {
    title: "What you asked us",
    request: (number: string) => `Request ${number}`,
    waiting: "waiting for our answer",
    answered: "answered",
    closed: "closed",
  },
  always: {
    title: "Always sent",
    text: "Login codes, payments, refunds, certificates, the sale of a cask, messages to its holders, withdrawals, and changes to your bank details, email address or phone number. They are about your money and the safety of your account, so they cannot be turned off.",
  },
  byText:
    "You have not added an email address. We text you about withdrawals and refunds; you see everything else in your wallet.",
  stop: {
    title: (label: string) => `Stop emails: ${label}?`,
    lead: "You still get messages about your money and the safety of your account.",
    button: "Stop these emails",
    stopped: {
      title: "These emails are stopped",
      text: "You can turn them on again in Settings, under Notifications.",
    },
    unknown: { title: "We do not know this link", text: "Open it exactly as it appears in the email." },
    tooMany: { title: "Too many at once", text: "Please try again in an hour." },
    settings: "All notifications",
  },
} as const;
