export const dueTexts = {
  due: (hours: number) => {
    if (hours > 96) return `due in ${Math.ceil(hours / 24)} days`;
    return hours === 0 ? "due within the hour" : `due in ${hours} h`;
  },
  late: (hours: number) => (hours === 0 ? "late" : `late ${hours} h`),
} as const;

/** Why a withdrawal cannot be paid. */
export const payoutBlocks = {
  "stake-frozen": "The stake's own payment is disputed or was reversed.",
  suspended: "This person is suspended: they are paid nothing until the suspension is lifted.",
  disputed: "One of this person’s payments is disputed.",
  owes: "This person owes us for a reversed payment: the next credits to the wallet pay that first.",
  "identity-differs":
    "This person sold stakes, and another one uses the bank account. Compare the two, and record the identity check on the person’s page.",
  "identity-check-needed": "An identity check is needed first: the payout is over a limit, or this person sold stakes.",
  "review-needed": "It is over a limit and waits for an operator to clear it.",
  "stop-asked": "Its stop link was used after it had gone to the bank. Call it back or reject it.",
} as const;

export const withdrawalTexts = {
  balance: "Wallet balance",
  states: {
    sending: "with the bank",
    paid: "paid",
    rejected: "rejected",
    cancelled: "cancelled",
    returned: "sent back",
  },
  masked: (last4: string) => `•••• ${last4}`,
  others: (people: number) => (people === 1 ? "1 other person" : `${people} other people`),
  payEffects: (amount: string, person: string) => [
    "marks the request paid",
    `takes ${amount} from what is held for withdrawals`,
    `tells ${person}`,
    "cannot be undone",
  ],
  returnEffects: (amount: string, person: string) => [
    `puts ${amount} back, as it was before the request`,
    `tells ${person}, with the reason and the bank's reference`,
    "cannot be undone",
  ],
} as const;

export const decisionErrors = {
  ...payoutBlocks,
  bank_reference: "Enter the bank reference, at most 60 characters.",
  reason: "Enter the reason, at most 200 characters.",
  call_back_reason: "Enter the reason, at most 200 characters.",
  return_reference: "Enter the bank reference, at most 60 characters.",
  return_reason: "Enter the reason, at most 200 characters.",
  "not-paid": "It is not marked paid, so nothing can have come back: reject it if the bank did not pay it.",
  "sale-on-hold": "Its stake has been sold on, and the proceeds are on hold: record it when they are free.",
  "account-closed": "The account has been closed since: its money has to be settled with the person by hand.",
  "no-such-withdrawal": "There is no such request.",
  "decided-otherwise": "This request has already been decided differently.",
  "second-operator-needed": "Another operator has to propose it first, under the same reference.",
  "must-wait": "It is still in its 48-hour hold.",
  "in-payout-run": "It is in a payout run: mark it paid there.",
  "rests-on-you":
    "You valued its cask, checked or cleared this person, or lifted a block on them: another operator has to pay it.",
  "day-limit": "This would exceed what one operator may pay in a day. Another operator can pay it.",
  "not-allowed": "Nothing was changed. If it is your own, someone else has to do it.",
} as const;

const settingGroups = {
  fee: { title: "Joining fee", labels: { joining_fee_cents: "Joining fee" } },
  payouts: {
    title: "Payouts and limits",
    labels: {
      withdrawal_requests_per_day: "Withdrawal requests by one person a day",
      payouts_per_day: "Payouts to one person a day before an operator reviews them",
      payouts_per_month: "Payouts to one person in 30 days before an operator reviews them",
      payout_cents_per_day: "Paid to one person a day before an operator reviews it",
      payout_cents_per_month: "Paid to one person in 30 days before an operator reviews it",
      payout_accounts_per_month: "Bank accounts of one person in 30 days before an operator reviews them",
      second_operator_above_cents: "One payout without a second operator",
      operator_cents_per_day: "Paid or confirmed by one operator within 24 hours",
    },
  },
  identity: {
    title: "Identity checks",
    labels: {
      identity_first_payout_above_cents: "First payout without an identity check",
      identity_total_above_cents: "All payouts together without an identity check",
    },
  },
  market: {
    title: "Resale",
    labels: {
      resale_fee_basis_points: "Resale fee for buyer and seller each",
      market_countries: "Where investors can sell to each other",
      proceeds_hold_days_card: "Proceeds are on hold after a payment by card",
      proceeds_hold_days_crypto: "Proceeds are on hold after a payment in crypto",
    },
  },
} as const;

export const settingTexts = {
  lists: { market_countries: "two-letter codes such as DE,IN; * means everywhere, empty means nowhere" },
  errors: {
    value: "Enter zero or more, with at most two decimal places for dollars.",
    market_countries: "Enter two-letter country codes separated by commas, * for everywhere, or leave it empty.",
  },
  groups: Object.values(settingGroups),
  labels: {
    ...settingGroups.fee.labels,
    ...settingGroups.payouts.labels,
    ...settingGroups.identity.labels,
    ...settingGroups.market.labels,
  },
} as const;
