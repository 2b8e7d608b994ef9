import { dateOf, formatDate } from "~/domain/calendar-date";

/** '14 Dec 2026, 09:30 UTC' */
export function formatInstant(atMs: number): string {
  return `${formatDate(dateOf(atMs))}, ${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

export const withdrawalNotes = {
  waits: (fromMs: number) => `On hold until ${formatInstant(fromMs)}, for your safety.`,
  /** From then on nobody but us can hold it back, and we only if the bank has not paid. */
  sent: (atMs: number) => `Sent to the bank on ${formatDate(dateOf(atMs))}.`,
  blocks: {
    suspended: "On hold while your account is suspended.",
    disputed: "On hold because one of your payments is disputed.",
    owes: "On hold because you owe us what was paid to you for a payment that went back.",
    "identity-differs":
      "On hold until one of us has compared the names of your identity document, your profile and your bank account.",
    "identity-check-needed": "On hold for an identity check.",
    "review-needed": "On hold until one of us has reviewed it, because it is over a limit.",
    "stop-asked": "On hold until one of us has reviewed it, because its stop link was used.",
  },
  paid: (bankReference: string) => `Bank reference ${bankReference}`,
  cancelled: { investor: "Cancelled by you", "stop-link": "Stopped by the link in an email" },
  rejected: (reason: string) => `Not paid: ${reason}`,
  returned: (reason: string, reference: string) =>
    `Your bank sent it back: ${reason} (bank reference ${reference}). The amount is available again.`,
} as const;

export const tokenTexts = {
  joiningFee: "Joining fee",
  other: "Tokens",
  takenBack: (what: string) => `${what}: taken back`,
} as const;
