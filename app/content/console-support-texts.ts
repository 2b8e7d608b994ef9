export const requestTexts = {
  due: (hours: number) => {
    if (hours > 96) return `due in ${Math.ceil(hours / 24)} days`;
    return hours === 0 ? "due within the hour" : `due in ${hours} h`;
  },
  late: (hours: number) => (hours === 0 ? "late" : `late ${hours} h`),
  noPurchase: "No payment or certificate has this code: ask for the right one.",
  notTheBuyer: "Written from another address than the buyer’s: ask the buyer before you refund.",
  wrote: (name: string) => `${name} wrote`,
  errors: {
    body: "Enter the answer, at most 4,000 characters.",
    "no-such-request": "There is no such request.",
    closed: "This request has been closed in the meantime.",
    "not-allowed": "Nothing was changed. If it is your own, someone else has to do it.",
  },
} as const;
