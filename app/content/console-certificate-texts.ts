export const certificateTexts = {
  states: { pending: "to be issued", issued: "valid", void: "void" },
  noName: "no name yet",
  none: "–",
  stakeStates: {
    active: "active",
    frozen: "on hold",
    ended: "ended",
    freed: "refunded, so that the number can be sold again",
  },
} as const;

export const certificateErrors = {
  reason: "Enter the reason, at most 200 characters.",
  "no-such-intent": "Choose what to do.",
  "no-such-certificate": "There is no such certificate.",
  "not-reissuable": "This certificate cannot be replaced: it is not issued, or its stake is not active.",
  "void-otherwise": "This certificate has already been voided.",
  "not-allowed": "Nothing was changed. If it is your own, someone else has to do it.",
} as const;
