// Texts of the settings forms and of the codes that protect them.

export const profileTexts = {
  addressHint: "Include the PIN code.",
  emailHint: "A new address is used once you have entered the code we send there.",
  emailAddHint: "We send a code there. You can then sign in with it, too.",
  emailKept: "An email address can be changed, but not removed.",
  emailTaken: "This email address belongs to another account. Use a different one.",
  checkFields: "check the marked fields.",
  title: "Personal details",
  save: "Save",
  labels: { full_name: "Full name", email: "Email", address: "Address" },
  add: { full_name: "Add full name", email: "Add email address", address: "Add residential address" },
  confirm: {
    title: "Confirm that it is you",
    why: "Before bank details are shown or money is sent, we ask for a code. It proves that it is you.",
    sentTo: (destination: string) => `We send a 6-digit code to ${destination}.`,
    send: "Send code",
    sending: "Sending…",
  },
  confirmEmail: {
    title: "Confirm your email address",
    sentTo: (destination: string) => `The 6 digit number sent to ${destination}. It is valid for 10 minutes.`,
    label: "Enter OTP",
    verify: "Verify",
    resend: "Resend OTP",
    verifying: "Checking…",
    sending: "Sending…",
  },
} as const;

export const settingsTexts = {
  title: "Settings",
  personal: "Personal details",
  ofPersonal: "personal details",
  bank: "Bank details",
  ofBank: "bank details",
  edit: "Edit",
  add: "Add",
  notAdded: "Not added",
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
} as const;
