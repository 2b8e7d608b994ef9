export const profileTexts = {
  emailKept: "An email address can be changed, but not removed. Nothing was saved.",
  restSaved: (why: string) => `Your name and address are saved, but the email address is unchanged: ${why}`,
  checkFields: "check the marked fields.",
  labels: { full_name: "Full name", email: "Email", address: "Address" },
  add: { full_name: "Add full name", email: "Add email address", address: "Add residential address" },
  confirmTitle: "Confirm that it is you",
} as const;

export const nameTexts = {
  label: "Name on certificate",
  hint: "In Latin letters, as in your passport or on your bank account.",
  noLetter: "A name needs at least one letter.",
  notLatin: "Write this name in Latin letters.",
  needed:
    "Certificates are printed in Latin letters. Write your name here as in your passport or on your bank account.",
  notNeeded: "Your full name is printed as it is. Leave this empty.",
  onCertificate: {
    title: "Whose name is on the certificate?",
    missing: "Enter your full name. It is printed on your certificate.",
  },
} as const;

export const myDataTexts = {
  title: "Download my data",
  contains: [
    "Your account, details, payments, stakes, withdrawals, bookings, support requests and your own changes.",
    "It is a JSON file, for people and programs: amounts in cents, times in UTC.",
    "Your certificates by their codes. Their PDFs are in your wallet.",
  ],
  not: [
    "Other people: those you invited are listed by what you earned, not by name.",
    "Keys and codes, and what we check them against. They would only help someone trying to get into your account.",
    "Card numbers: only the payment providers ever had them.",
  ],
} as const;
