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
