export const myDataTexts = {
  title: "Download my data",
  lead: "One file with everything we keep about you. You have a legal right to it.",
  contains: {
    title: "What is in it",
    items: [
      "Your account, details, payments, stakes, withdrawals, bookings, support requests and your own changes.",
      "It is a JSON file, for people and programs: amounts in cents, times in UTC.",
      "Your certificates by their codes. Their PDFs are in your wallet.",
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
  get: "Get the file (JSON)",
  keep: "It holds your account number and address. Keep it where only you can open it.",
} as const;
