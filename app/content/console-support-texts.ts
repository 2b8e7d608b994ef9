export const requestTexts = {
  due: (hours: number) => (hours === 0 ? "due within the hour" : `due in ${hours} h`),
  late: (hours: number) => (hours === 0 ? "late" : `late ${hours} h`),
  wrote: (name: string) => `${name} wrote`,
  errors: {
    body: "Enter the answer, at most 4,000 characters.",
    "no-such-request": "There is no such request.",
    closed: "This request has been closed in the meantime.",
    "not-allowed": "Nothing was changed. If it is your own, someone else has to do it.",
  },
} as const;
