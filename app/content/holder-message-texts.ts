// What operators read when they write to everyone who holds a stake in a cask.

export const holderMessageTexts = {
  title: (cask: string) => `Write to the holders of ${cask}`,
  lead: "By email and in their notifications. Everyone who holds a stake gets it, whatever they have turned off: write only what holders need to know.",
  counts: {
    title: "Who gets it",
    people: "People",
    byEmail: "By email",
    onlyNotices: "No email address: notifications only",
  },
  nobody: "Nobody holds a stake in this cask.",
  subject: "Subject",
  subjectHint: "At most 120 characters.",
  body: "Message",
  bodyHint:
    "Plain text, at most 4,000 characters. Each new line starts a paragraph; web addresses are shown as plain text.",
  preview: "Preview",
  previewTitle: "As they will read it",
  from: (sender: string) => `From ${sender}`,
  change: "Change it",
  send: (people: string) => `Send it to ${people}`,
  sendHint: "Once sent, it cannot be taken back.",
  people: (count: number) => (count === 1 ? "1 person" : `${count} people`),
  takes: (minutes: number) =>
    minutes <= 1 ? "The last one is sent within a minute or two." : `The last one is sent in about ${minutes} minutes.`,
  sentTitle: "Sent before",
  columns: {
    subject: "Subject",
    sent: "Sent",
    byEmail: "By email",
    waiting: "To go",
    noAddress: "Notifications only",
    gone: "Account suspended or closed",
  },
  back: "The cask",
  errors: {
    subject: "Enter a subject, at most 120 characters.",
    body: "Enter the message, at most 4,000 characters.",
    form: "Nothing was sent.",
    "no-such-cask": "There is no such cask.",
    nobody: "Nobody holds a stake in this cask.",
    "count-differs": "The number of holders has changed in the meantime. Look at the new number and send it again.",
  },
} as const;
