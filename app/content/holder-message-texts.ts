export const holderMessageTexts = {
  counts: {
    title: "Who gets it",
  },
  previewTitle: "As they will read it",
  people: (count: number) => (count === 1 ? "1 person" : `${count} people`),
  takes: (minutes: number) =>
    minutes <= 1 ? "The last one is sent within a minute or two." : `The last one is sent in about ${minutes} minutes.`,
  sentTitle: "Sent before",
  errors: {
    subject: "Enter a subject, at most 120 characters.",
    body: "Enter the message, at most 4,000 characters.",
    form: "Nothing was sent.",
    "no-such-cask": "There is no such cask.",
    nobody: "No one holds a stake in this cask.",
    "count-differs": "The number of holders has changed in the meantime. Look at the new number and send it again.",
  },
} as const;
