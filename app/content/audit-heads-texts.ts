// Each day's head by mail: the form below the audit, and the page behind the links in mails.

export const auditHeadsTexts = {
  title: "Each day's hash by email",
  lead: "Then the past cannot be rewritten without you having the proof. One short mail a day, nothing else; a link in each stops them and forgets your address.",
  email: "Email address",
  ask: "Send it to me",
  asked: {
    title: "Look into your mailbox",
    text: "If the address is not on the list yet, a mail with a link to confirm is on its way.",
  },
  tooMany: "Too many tries. Wait a little, then try again.",
  confirm: {
    title: "Each day's audit by email?",
    lead: "One short mail a day with the result and the hash.",
    button: "Yes, send it",
    done: { title: "You are on the list", text: "The next mail comes with the next audit. Keep the hashes." },
  },
  stop: {
    title: "Stop these emails?",
    lead: "Your address is forgotten at once.",
    button: "Stop and forget",
  },
  gone: { title: "This address is not on the list", text: "Nothing is sent, and nothing is kept." },
  unknown: { title: "We do not know this link", text: "Open it exactly as it stands in the email." },
  busy: { title: "Too many at once", text: "Please try again in an hour." },
  audit: "The latest audit",
} as const;
