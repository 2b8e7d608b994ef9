// The page that hands out everything about a person, and what stands in the archive.

export const myDataTexts = {
  title: "Everything about me",
  lead: "One archive with all that we keep about you, as the law gives you a right to it.",
  contains: {
    title: "What is in it",
    items: [
      "everything.json: your account, details, payments, stakes, withdrawals, bookings, requests to support and your own changes, for programs.",
      "A folder of tables (CSV) with the same, for a spreadsheet.",
      "The PDFs of your certificates.",
    ],
  },
  not: {
    title: "What is not",
    items: [
      "Other people: those you invited are listed by what you earned, not by name.",
      "Keys, codes and the marks we compare them with. They would only help someone trying to get into your account.",
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
