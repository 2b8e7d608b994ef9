// The page that hands out everything about a person, and what stands in the archive.

export const myDataTexts = {
  title: "Download my data",
  lead: "One archive with everything we keep about you. You have a legal right to it.",
  contains: {
    title: "What is in it",
    items: [
      "everything.json: your account, details, payments, stakes, withdrawals, bookings, support requests and your own changes, for programs.",
      "The same as a folder of tables (CSV), for a spreadsheet.",
      "The PDFs of your certificates.",
    ],
  },
  not: {
    title: "What is not in it",
    items: [
      "Other people: those you invited are listed by what you earned, not by name.",
      "Keys and codes, and what we check them against. They would only help someone trying to get into your account.",
      "Card numbers: only the payment providers ever had them.",
    ],
  },
  get: "Get the archive (ZIP)",
  keep: "It holds your account number and address. Keep it where only you can open it.",
  readMe: (madeOn: string, name: string) =>
    [
      `Everything that we keep about ${name}, as of ${madeOn}.`,
      "",
      "everything.json  all of it, for programs",
      "tables/          the same as tables; amounts in cents, times in UTC",
      "certificates/    certificates of ownership",
      "",
      "Not in here: other people's data, keys and codes, and card numbers, which we never had.",
      "",
    ].join("\r\n"),
  missing: "This file could not be read when the archive was made. It is in your wallet.",
} as const;
