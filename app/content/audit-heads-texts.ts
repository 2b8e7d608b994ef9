// Each day's head by mail: the form below the audit, and the page behind the links in mails.

export const auditHeadsTexts = {
  title: "Each day's hash by email",
  lead: "If the past is ever rewritten, you will have the proof. One short email a day, nothing else; each one has a link that stops them and deletes your address.",
  email: "Email address",
  ask: "Send it to me",
  asked: {
    title: "Check your inbox",
    text: "If the address is not on the list yet, an email with a confirmation link is on its way.",
  },
  tooMany: "Too many tries. Wait a little, then try again.",
  confirm: {
    title: "Each day's audit by email?",
    lead: "One short email a day with the result and the hash.",
    button: "Yes, send it",
    done: { title: "You are on the list", text: "The next email comes with the next audit. Keep the hashes." },
  },
  stop: {
    title: "Stop these emails?",
    lead: "Your address is deleted at once.",
    button: "Stop and delete",
  },
  gone: { title: "This address is not on the list", text: "Nothing is sent, and nothing is kept." },
  unknown: { title: "We do not know this link", text: "Open it exactly as it appears in the email." },
  busy: { title: "Too many at once", text: "Please try again in an hour." },
  audit: "The latest audit",
} as const;
