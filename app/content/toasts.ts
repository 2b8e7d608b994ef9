import { messages } from "./messages";

export const toasts = {
  saved: { kind: "success", text: "Saved." },
  proposed: { kind: "info", text: "Proposed. Another operator confirms it." },
  "fill-in-again": {
    kind: "error",
    text: "Nothing was saved or sent: your last code is older than an hour. Enter a new one, then fill in the form again.",
  },
  "user-updated": { kind: "success", text: messages.userUpdated },
  "withdrawal-requested": { kind: "success", text: "Requested. We send it within 24 hours." },
  "withdrawal-waits": { kind: "info", text: "Requested. We send it after 48 hours." },
  "withdrawal-checked": { kind: "info", text: "Requested. We check it before we pay it." },
  "withdrawal-in-progress": { kind: "info", text: "Already in progress. Nothing sent twice." },
  "withdrawal-cancelled": { kind: "success", text: "Cancelled. The money is back." },
  "withdrawal-decided": { kind: "info", text: "Decided already: too late to cancel." },
  "withdrawal-sent": { kind: "info", text: "Sent to the bank: too late to cancel." },
  "withdrawal-too-many": {
    kind: "error",
    text: "You have asked for too many withdrawals today. Nothing was sent. Try again tomorrow, or write to us.",
  },
  "withdrawal-failed": { kind: "error", text: messages.withdrawalFailed },
} as const;

export type ToastName = keyof typeof toasts;
