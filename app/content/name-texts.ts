// What is said about the names people give for themselves.

export const nameTexts = {
  label: "Name on certificate",
  hint: "In Latin letters, the way you write it yourself. Leave it empty to have your full name printed.",
  faults: {
    "turns-direction":
      "The name contains an invisible mark that changes the direction of writing. Type the name again.",
    invisible: "The name contains an invisible character. Type the name again.",
    "no-letter": "A name needs at least one letter.",
  },
  notLatin: "Write this name in Latin letters.",
  needed: "Our typefaces lack some letters of your full name. Write it here in Latin letters, for your certificates.",
  notNeeded: "Your full name is printed as it is. Leave this empty.",
  withoutFullName: "Enter your full name too.",
  onCertificate: {
    title: "Whose name is on the certificate?",
    hint: "As in your passport or on your bank account.",
    missing: "Enter your full name. It is printed on your certificate.",
  },
} as const;
