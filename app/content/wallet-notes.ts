import { dateOf, formatDate } from "~/domain/calendar-date";

// What stands beside single rows of the wallet.

/** '14 Dec 2026, 09:30 UTC' */
export function formatInstant(atMs: number): string {
  return `${formatDate(dateOf(atMs))}, ${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

export const withdrawalNotes = {
  waits: (fromMs: number) => `Waits until ${formatInstant(fromMs)}, for your safety.`,
  /** From then on nobody but us can hold it back, and we only if the bank has not paid. */
  sent: (atMs: number) => `Sent to the bank on ${formatDate(dateOf(atMs))}.`,
  blocks: {
    suspended: "Waits while your account is suspended.",
    disputed: "Waits, because a payment of yours is disputed.",
    "identity-check-needed": "Waits for a check of your identity. We write to you about it.",
    "review-needed": "Waits until one of us has looked at it, because it is over a limit.",
    "stop-asked": "Waits until one of us has looked at it, because its stop link was used.",
  },
  paid: (bankReference: string) => `Bank reference ${bankReference}`,
  cancelled: { investor: "Cancelled by you", "stop-link": "Stopped by the link in an email" },
  rejected: (reason: string) => `Not paid: ${reason}`,
} as const;

export const tokenTexts = {
  joiningFee: "Joining fee",
  other: "Tokens",
  takenBack: (what: string) => `${what}: taken back`,
} as const;
