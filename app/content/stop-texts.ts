import { dateOf, formatDate } from "~/domain/calendar-date";

export const stopTexts = {
  title: "Stop this withdrawal?",
  lead: "Somebody with access to the account asked us to pay this out. If it was not you, stop it.",
  amount: "Amount",
  account: "To the account",
  asked: "Asked for",
  button: "Stop this withdrawal",
  effect: "The money stays in the account. Its owner can ask for it again.",
  sent: {
    title: (atMs: number) => `Sent to the bank on ${formatDate(dateOf(atMs))}`,
    text: "It can no longer be stopped here. If the bank has not paid it yet, we can still call it back.",
    ask: "Ask us to hold it back",
    asked: "You have told us that it was not you. We will hold it back if the bank has not paid it yet.",
  },
  heads: {
    cancelled: {
      look: "gain",
      title: "The withdrawal is stopped",
      text: "Nothing is paid. The money stays in the account.",
    },
    paid: { look: "error", title: "It has already been paid", text: "It can no longer be stopped here." },
    returned: {
      look: "gain",
      title: "The bank sent it back",
      text: "The money is in the account again.",
    },
    rejected: { look: "gain", title: "It was not paid", text: "We had already refused it." },
    unknown: {
      look: "unknown",
      title: "We do not know this link",
      text: "Open it exactly as it appears in the message.",
    },
  },
  write: { title: "Is someone else in your account?", text: "Write to us at once: " },
} as const;
