// The page behind the link in the emails about a withdrawal. Whoever opens it is not signed in.

export const stopTexts = {
  title: "Stop this withdrawal?",
  lead: "Somebody with access to the account asked us to pay this out. If it was not you, stop it.",
  amount: "Amount",
  account: "To the account",
  asked: "Asked for",
  button: "Stop this withdrawal",
  effect: "The money stays in the account. Whoever it belongs to can ask for it again.",
  heads: {
    cancelled: {
      look: "gain",
      title: "The withdrawal is stopped",
      text: "Nothing is paid. The money stays in the account.",
    },
    paid: { look: "error", title: "It was paid already", text: "It can no longer be stopped here." },
    rejected: { look: "gain", title: "It was not paid", text: "We had refused it already." },
    unknown: {
      look: "unknown",
      title: "We do not know this link",
      text: "Open it exactly as it stands in the email.",
    },
  },
  write: "If somebody else is in your account, write to us at once: ",
} as const;
