import { messages } from "./messages";

export const toasts = {
  saved: { kind: "success", text: "Saved." },
  proposed: { kind: "info", text: "Proposed. Another operator confirms it." },
  "fill-in-again": {
    kind: "error",
    text: "Nothing was saved or sent: your last code is older than an hour. Enter a new one, then fill in the form again.",
  },
  "user-updated": { kind: "success", text: messages.userUpdated },
  "withdrawal-requested": { kind: "success", text: messages.withdrawalRequested },
  "withdrawal-waits": {
    kind: "info",
    text: "Your withdrawal request is in. For your safety it is processed after 48 hours.",
  },
  "withdrawal-checked": {
    kind: "info",
    text: "Your withdrawal request is in. We have to check it before we pay. Your wallet says why.",
  },
  "withdrawal-in-progress": { kind: "info", text: "This withdrawal is already in progress. Nothing was sent twice." },
  "withdrawal-cancelled": {
    kind: "success",
    text: "Your withdrawal is cancelled. The money is back where it came from.",
  },
  "withdrawal-decided": {
    kind: "info",
    text: "This withdrawal has already been decided. It can no longer be cancelled.",
  },
  "withdrawal-sent": {
    kind: "info",
    text: "The bank already has this withdrawal. It can no longer be cancelled here.",
  },
  "withdrawal-too-many": {
    kind: "error",
    text: "You have asked for too many withdrawals today. Nothing was sent. Try again tomorrow, or write to us.",
  },
  "withdrawal-failed": { kind: "error", text: messages.withdrawalFailed },
} as const;

export type ToastName = keyof typeof toasts;
