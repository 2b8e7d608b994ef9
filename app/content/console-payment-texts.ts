import { CANCELLATION_DAYS } from "~/domain/fees";

// What operators read about payments. Figures and ids come from the database; here are the words around them.

/** What stands where a name is not known, or nothing is to be said. */
const none = "–";

export const paymentTexts = {
  providers: { stripe: "Card", copperx: "Crypto" },
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
  disputeLost: "lost in a dispute",
  ways: { stripe: "Card (Stripe)", copperx: "Crypto (Copperx)" },
  what: {
    "joining-fee": () => "Joining fee",
    stake: (cask: string) => `Stake of ${cask}`,
  },
  noName: "no name yet",
  none,
  needs: {
    "manual-refund": "Send the money back by hand",
    underpaid: "Too little arrived: send it back, or check again",
    "paid-twice": "Paid twice: the second payment goes back",
    disputed: "In dispute at the provider",
    failing: "Its processing keeps failing",
    overdue: "Overdue and still open",
  },
  needsLead: "Oldest first. A payment leaves this list once it is dealt with.",
  title: (amount: string, what: string) => `${amount} · ${what}`,
  rows: {
    state: "State",
    amount: "Amount",
    kept: "Cancellation fee kept",
    what: "For",
    way: "By",
    when: "Begun",
    received: "Received",
    buyer: "Buyer",
    stake: "Stake",
    certificate: "Certificate",
    reward: "Reward for inviting the buyer",
    dispute: "Dispute",
    answerBy: "Answer it by",
    evidence: "What to submit",
    reason: "Why",
    session: "Checkout at the provider",
    providerPayment: "Payment at the provider",
    reference: "Refunded by hand under",
    ends: "Open until",
  },
  stakeStates: {
    active: "active",
    frozen: "frozen",
    ended: "ended",
    freed: "refunded, so that the number can be sold again",
  },
  stakeText: (number: number, state: string) => `number ${number}, ${state}`,
  disputes: {
    disputed: "open: the bank holds the money until it decides",
    "dispute-lost": "lost: the money is gone",
  },
  evidence: [
    "On the provider’s page for this payment, all in one submission:",
    "its certificate, and the page that verifies it",
    "what happened, below, with the emails the buyer got",
    "the terms and conditions, and the refund rules",
  ],
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
    "offer-gone": "the offer was gone",
    "provider-rejected": "the provider refused",
    "provider-unavailable": "the provider could not be reached",
  },
  log: "What operators did to it, in the log",
} as const;

/** What happened to one payment. */
export const paymentEventTexts = {
  title: "What happened",
  columns: { when: "When", what: "What", detail: "Detail" },
  transfer: (amount: string, debit: string, credit: string) => `${amount} from “${debit}” to “${credit}”`,
  buyers: (account: string) => `${account} of the buyer`,
  tokens: (amount: number) => `${amount.toLocaleString("en-US")} tokens`,
  provider: (type: string) => `Provider: ${type}`,
  email: (notice: string) => `Email to the buyer: ${notice}`,
} as const;

export const paymentActionTexts = {
  reread: "Check again at the provider",
  rereadHint:
    "Asks whether it was paid or is disputed, and acts on the answer, usually within seconds; then reload this page. Refunds made at the provider are found through its messages or the hourly comparison.",
  manualTitle: "Record a refund made by hand",
  manualHint: (amount: string) =>
    `The provider cannot send this money back. Send ${amount} from our bank first, then record it here. The purchase ends. This cannot be undone.`,
  underpaidTitle: "Too little arrived",
  underpaidHint: (received: string, price: string) =>
    `${received} of ${price} arrived. Check again at the provider first: if the rest has arrived by now, the payment is applied and nothing goes back. Otherwise ask the buyer for an address, send ${received}, then record it here. This cannot be undone.`,
  strayTitle: "A second payment to send back",
  strayHint: (amount: string) =>
    `${amount} came a second time and could not be refunded automatically. Send it from our bank first, then record it here. This cannot be undone.`,
  reference: "Reference",
  referenceHint: "The transfer’s reference, as our bank or the blockchain shows it. The buyer sees it.",
  record: "Record the refund",
  refundTitle: "Refund this payment",
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
  byHand: "Crypto is not refunded automatically: you send it by hand afterwards and record it here.",
  fee: "Cancellation fee that we keep",
  feeHint: (most: string) =>
    `Only if the buyer was told the amount and agreed to it: at most ${most}, half of the price. Leave it empty to refund everything. You see what goes back before anything happens.`,
  feeMost: (most: string) =>
    most === "$0.00"
      ? `No fee may be kept in the first ${CANCELLATION_DAYS} days, or on anything but a stake.`
      : `At most ${most} may be kept.`,
  keeps: (fee: string, received: string) =>
    `keeps ${fee} of the ${received} that arrived, and the email to the buyer says so`,
  reason: "Reason",
  reasonHint: "For the log. No personal data.",
  refundLess: (back: string, fee: string) => `Refund ${back}, keep ${fee}`,
  refund: (amount: string) => `Refund ${amount}`,
  own: "This is your own payment. Another operator has to decide on it.",
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
  fee: "Enter the fee in dollars, such as 25.00.",
  "fee-too-high": "This fee may not be kept.",
  "no-such-intent": "Choose what to do.",
  "recorded-otherwise": "This refund was recorded under another reference.",
  "reference-used": "This reference belongs to another refund.",
  "amount-changed": "More has arrived since this page was loaded. Look at the amount again before you send it.",
  "nothing-due": "Nothing needs to be sent back by hand, or it has been sent in the meantime.",
  "not-allowed": "Nothing was changed. If it is your own, somebody else has to do it.",
  "given-back-otherwise": "Somebody else has refunded it in the meantime.",
  ...paymentActionTexts.blocks,
} as const;
