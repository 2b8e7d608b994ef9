import { CODE_LIFE_MINUTES } from "~/domain/code-life";

export const profileTexts = {
  addressHint: "Include the PIN code.",
  emailHint: "A new address is used once you have entered the code we send there.",
  emailAddHint: "We send a code there. You can then log in with it, too.",
  emailKept: "An email address can be changed, but not removed. Nothing was saved.",
  restSaved: (why: string) => `Your name and address are saved, but the email address is unchanged: ${why}`,
  emailTaken: "This email address belongs to another account. Use a different one.",
  checkFields: "check the marked fields.",
  title: "Personal details",
  save: "Save",
  saving: "Saving…",
  labels: { full_name: "Full name", email: "Email", address: "Address" },
  add: { full_name: "Add full name", email: "Add email address", address: "Add residential address" },
  confirm: {
    title: "Confirm that it is you",
    why: "Before bank details are shown or money is sent, we ask for a code. It proves that it is you.",
    sentTo: (destination: string) => `We send a 6-digit code to ${destination}.`,
    send: "Send code",
    sending: "Sending…",
  },
  phoneTaken: "This phone number belongs to another account. Use a different one.",
  phoneNumber: {
    title: "Phone number",
    add: "We send a code to the number. You can then log in with it, too.",
    change: "A new number is used once you have entered the code we send there.",
    send: "Send code by text message",
  },
  confirmContact: {
    titles: { email: "Confirm your email address", sms: "Confirm your phone number" },
    sentTo: (destination: string) =>
      `The 6 digit number sent to ${destination}. It is valid for ${CODE_LIFE_MINUTES} minutes.`,
    label: "Enter OTP",
    verify: "Verify",
    resend: "Resend OTP",
    verifying: "Checking…",
    sending: "Sending…",
  },
} as const;

export const settingsTexts = {
  title: "Settings",
  account: "Account",
  help: "Help and legal",
  personal: "Personal details",
  ofPersonal: "personal details",
  bank: "Bank details",
  ofBank: "bank details",
  edit: "Edit",
  add: "Add",
  change: "Change",
  ofPhone: "phone number",
  notAdded: "not added",
  labels: {
    phone: "Phone",
    country: "Country",
    bankName: "Bank name",
    holderName: "Account holder name",
    accountNumber: "Account number",
    ifscCode: "IFSC code",
    swift: "Swift/BIC",
    branchAddress: "Branch address",
  },
  country: "India",
  noSwift: "Not needed in India",
  logout: "Logout",
  logoutEverywhere: "Log out everywhere",
  notices: "Notifications",
  close: "Close account",
  everywhereHint: "On all devices, and in all apps that use your account.",
} as const;

export const nameTexts = {
  label: "Name on certificate",
  hint: "In Latin letters, as in your passport or on your bank account.",
  noLetter: "A name needs at least one letter.",
  notLatin: "Write this name in Latin letters.",
  needed:
    "Certificates are printed in Latin letters. Write your name here as in your passport or on your bank account.",
  notNeeded: "Your full name is printed as it is. Leave this empty.",
  withoutFullName: "Enter your full name too.",
  onCertificate: {
    title: "Whose name is on the certificate?",
    hint: "As in your passport or on your bank account.",
    missing: "Enter your full name. It is printed on your certificate.",
  },
} as const;

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
