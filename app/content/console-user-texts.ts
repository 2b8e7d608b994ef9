export const userTexts = {
  noName: "no name yet",
  states: {
    investor: "investor",
    operator: "operator",
    reader: "reader",
    activated: "activated",
    fresh: "not activated",
    suspended: "suspended",
    closed: "closed",
  },
  identity: { none: "none", passed: "passed", failed: "failed" },
  none: "–",
  accounts: { wallet: "wallet", "rewards-pending": "rewards pending", tokens: "tokens" },
  reasonHint: "For operators only. Deleted when the account is closed.",
  suspendedNote: (reason: string) => (reason === "" ? "Suspended." : `Suspended: ${reason}`),
  endSessions: (count: number) => (count === 1 ? "End 1 open session" : `End ${count} open sessions`),
  liftNote: (count: number) =>
    count === 1
      ? "A payment was lost in a dispute: nothing is paid out until an operator has dealt with it."
      : `${count} payments were lost in disputes: nothing is paid out until an operator has dealt with them.`,
  errors: {
    reason: "Enter the reason, at most 200 characters.",
    outcome: "Say whether it is this person.",
    "no-such-user": "There is no such person.",
    closed: "This account is closed.",
    "still-holds": "The account still holds stakes or money, or something is under way. Nothing was erased.",
    "not-allowed": "Nothing was changed. If this is your own account, someone else has to do it.",
  },
} as const;
