export const paymentTexts = {
  states: {
    created: "starting",
    open: "waiting for the buyer",
    paid: "paid, being applied",
    settled: "settled",
    expired: "expired, not paid",
    cancelled: "cancelled, not paid",
    failed: "failed, not paid",
    refunding: "being refunded",
    refunded: "refunded",
    disputed: "in dispute",
  },
  ways: { stripe: "Card (Stripe)", copperx: "Crypto (Copperx)" },
  what: { "joining-fee": () => "Joining fee", stake: (cask: string) => `Stake of ${cask}` },
  none: "–",
  needs: {
    "manual-refund": "Send the money back by hand",
    disputed: "In dispute at the provider",
    failing: "Its processing keeps failing",
    overdue: "Overdue and still open",
  },
  disputes: { disputed: "open: the bank holds the money until it decides", "dispute-lost": "lost: the money is gone" },
  reasons: {
    "no-stake-left": "no stake was left",
    "cask-sold": "the whole cask was sold",
    "wrong-amount": "the amount differs from the price",
    underpaid: "less than the price arrived",
    "already-activated": "the account was already activated",
    returned: "the provider returned it",
    "given-back": "an operator refunded it",
    disputed: "the cardholder disputes it",
    "dispute-lost": "a dispute was lost",
    "other-method": "the buyer chose another way to pay",
    "provider-rejected": "the provider refused",
    "provider-unavailable": "the provider could not be reached",
  },
} as const;

export const paymentEventTexts = {
  title: "What happened",
  buyers: (account: string) => `${account} of the buyer`,
} as const;

export const paymentActionTexts = {
  refundEffects: {
    stake: (amount: string) => [
      "ends the stake and makes its certificate void; its number can be sold again once the money is back",
      "takes back the tokens, and the reward for inviting the buyer",
      `refunds ${amount} at the provider, and tells the buyer`,
      "cannot be undone",
    ],
    "joining-fee": (amount: string) => [
      "ends the activation of the account",
      "takes back the tokens",
      `refunds ${amount} at the provider, and tells the buyer`,
      "cannot be undone",
    ],
  },
  blocks: {
    "not-settled": "Only a settled payment can be refunded.",
    "account-closed": "It cannot be refunded: the account is closed.",
    "refunded-in-part": "It cannot be refunded: the provider has returned part of it. Record the rest as sent by hand.",
    "stake-ended": "It cannot be refunded: the stake has ended.",
    "withdrawn-from": "It cannot be refunded: a return on this stake was paid or requested.",
  },
} as const;

export const paymentErrors = {
  reference: "Enter the reference, at most 60 characters.",
  reason: "Enter the reason, at most 200 characters.",
  "no-such-intent": "Choose what to do.",
  "recorded-otherwise": "This refund was recorded under another reference.",
  "reference-used": "This reference belongs to another refund.",
  "nothing-due": "Nothing needs to be sent back by hand, or it has been sent in the meantime.",
  "not-allowed": "Nothing was changed. If it is your own, someone else has to do it.",
  "given-back-otherwise": "Someone else has refunded it in the meantime.",
  ...paymentActionTexts.blocks,
} as const;
