import type { ConsoleSection } from "./console-sections";

// What operators read. Figures and ids come from the database; here are the words around them.

export const consoleTexts = {
  operator: "Operator",
  reader: "Reader",
  navigation: "Console",
  app: "Back to the app",
  nothing: "Nothing here.",
  next: "Next page",
  first: "First page",
  keys: { move: "move", open: "open", find: "find" },
  count: (count: number, most: number) => (count >= most ? `${most - 1}+` : String(count)),
} as const;

export const sectionTitles: Record<ConsoleSection, string> = {
  overview: "Overview",
  withdrawals: "Withdrawals",
  rewards: "Rewards",
  trouble: "Trouble",
  log: "Log",
  settings: "Settings",
  leads: "Leads",
};

export const overviewTexts = {
  lead: "What waits for a person, oldest first.",
  allDone: "Nothing waits. Everything is done.",
  withdrawals: "Withdrawals to pay",
  withdrawalsPromise: "Paid within 24 hours from the end of their hold",
  rewards: "Rewards to decide or pay",
  rewardsPromise: "No promise of time",
  deadLetters: "Work that was given up",
  deadLettersPromise: "Looked at the same day",
  differences: "Differences between the books and the providers",
  differencesPromise: "Looked at the same day",
  since: (when: string) => `since ${when}`,
} as const;

export const withdrawalTexts = {
  filters: { due: "To do", waiting: "Waiting", paid: "Paid", rejected: "Rejected", cancelled: "Cancelled" },
  columns: {
    asked: "Asked",
    person: "Person",
    of: "Cask, cycle",
    return: "Return",
    amount: "Amount",
    bank: "Bank",
    state: "State",
  },
  balance: "Wallet balance",
  ofCycle: (cask: string, cycle: number) => `${cask}, ${cycle}`,
  total: (shown: number, sum: string) => `${shown} on this page · total ${sum}`,
  due: (hours: number) => (hours === 0 ? "due within the hour" : `due in ${hours} h`),
  late: (hours: number) => (hours === 0 ? "late" : `late ${hours} h`),
  waits: (until: string) => `waits until ${until}`,
  paid: "paid",
  rejected: "rejected",
  cancelled: "cancelled",
  title: (amount: string, person: string) => `${amount} to ${person}`,
  rows: {
    cask: "Cask",
    stake: "Stake",
    cycle: "Cycle",
    start: "Price paid",
    end: "Value reckoned to",
    bank: "Bank",
    account: "Account number",
    ifsc: "IFSC code",
    holder: "Account holder",
    profile: "Name in the profile",
    paidBefore: "Paid to this account before",
    asked: "Asked",
    payable: "May be paid from",
    reference: "Bank reference",
    reason: "Reason",
    decided: "Decided",
  },
  noName: "none",
  logged: "Opening this page shows the account number, and the log keeps that you saw it.",
  masked: (last4: string) => `•••• ${last4}`,
  notOpened: "cannot be opened: its key is gone",
  differs: "The account holder is not the name in the profile.",
  own: "This is your own withdrawal. Another operator decides about it.",
  readOnly: "You may look, and change nothing.",
  blocks: {
    "must-wait": (until: string) => `It is in its 48 hours and may be paid from ${until}.`,
    "stake-frozen": "The stake's own payment is disputed or was taken back.",
    disputed: "A payment of this person is disputed.",
    "identity-check-needed": "More than the limit within 30 days: an identity check is needed first.",
    "review-needed": "It is over a limit and waits for an operator to clear it.",
  },
  overLimit: (limit: string) => `Over the limit: ${limit}`,
  clear: "Clear it for payment",
  payTitle: "What this does",
  payEffects: (amount: string, person: string) => [
    "marks the request paid",
    `takes ${amount} from what is held for withdrawals`,
    `tells ${person}`,
    "cannot be undone",
  ],
  reference: "Bank reference",
  referenceHint: "Of the transfer as your bank shows it. The investor sees it.",
  pay: (amount: string) => `Mark ${amount} paid`,
  propose: (amount: string) => `Propose paying ${amount}`,
  confirm: (amount: string) => `Confirm and mark ${amount} paid`,
  twoPeople: "This amount needs two operators: one proposes it with the reference, another confirms it.",
  proposedByYou: (reference: string) => `You proposed it under ${reference}. Another operator confirms it.`,
  proposedByOther: (reference: string) => `Another operator proposed it under ${reference}.`,
  reason: "Reason",
  reasonHint: "The investor reads it, and the money is available again.",
  reject: "Reject with this reason",
  log: "What was done to this request",
} as const;

export const decisionErrors = {
  "bank-reference": "Enter the bank reference, at most 60 characters.",
  reason: "Enter the reason, at most 200 characters.",
  "no-such-withdrawal": "There is no such request.",
  "decided-otherwise": "This request has been decided otherwise meanwhile.",
  "second-operator-needed": "Another operator has to propose it first, under the same reference.",
  "must-wait": "It is still in its 48 hours.",
  "stake-frozen": "The stake's own payment is disputed or was taken back.",
  disputed: "A payment of this person is disputed.",
  "identity-check-needed": "An identity check is needed first.",
  "review-needed": "It is over a limit: clear it first.",
  "not-allowed": "Nothing was changed. It may be your own, or your code is older than 30 minutes.",
} as const;

export const rewardTexts = {
  columns: {
    earned: "Earned",
    referrer: "Who referred",
    referred: "Who was brought",
    amount: "Amount",
    state: "State",
  },
  looksLikeOne: "two people who look like one",
  pending: "to pay",
  held: "held",
  pay: (amount: string) => `Pay ${amount}`,
  release: "They are two people",
  drop: "They are one: drop it",
  errors: {
    "no-such-reward": "There is no such reward.",
    "not-pending": "This reward does not wait to be paid any more.",
    "not-held": "This reward does not wait for a decision any more.",
    "looks-like-one": "The two look like one person: say first that they are two.",
    "decided-otherwise": "This reward has been decided otherwise meanwhile.",
    "not-allowed": "Nothing was changed. It may concern yourself, or your code is older than 30 minutes.",
  },
} as const;

export const troubleTexts = {
  letters: "Work that was given up",
  replay: "Try it again",
  failing: "Work that fails again and again",
  end: "End it with this reason",
  reason: "Reason",
  reasonHint: "For the log. No personal data.",
  owed: "A refund is owed until it is made: record it as made by hand.",
  differences: "Differences between the books and the providers",
  runs: "Reconciliations",
  attempts: (count: number) => `${count} tries`,
  since: (when: string) => `since ${when}`,
  byPerson: "Needs a person: replaying it would not help.",
  running: "running",
  run: (payments: number, repaired: number, open: number) =>
    `${payments} payments read, ${repaired} repaired, ${open} open`,
  errors: {
    "no-such-letter": "There is no such letter.",
    "needs-a-person": "Replaying it would not help: a person has to deal with it.",
    "no-such-work": "There is no such work that fails.",
    "is-owed": "A refund is owed: it cannot be ended, only recorded as made by hand.",
    "not-allowed": "Nothing was changed. Your code may be older than 30 minutes.",
    reason: "Enter the reason, at most 200 characters.",
  },
} as const;

export const logTexts = {
  columns: { when: "When", who: "Who", what: "What", about: "About", detail: "Detail" },
  of: (subject: string) => `Only ${subject}`,
  all: "Show everything",
} as const;

export const settingTexts = {
  lead: "What is saved counts from the next request on. The log keeps what it was before.",
  save: "Save",
  dollars: "dollars",
  times: "times",
  errors: { value: "Enter a number that is not below zero, with at most two decimals for dollars." },
  notSaved: "Nothing was changed. Your code may be older than 30 minutes.",
  labels: {
    joining_fee_cents: "Joining fee",
    withdrawal_requests_per_day: "Requests of one person a day",
    payouts_per_day: "Payouts to one person a day, before an operator looks",
    payouts_per_month: "Payouts to one person in 30 days, before an operator looks",
    payout_cents_per_day: "Paid to one person a day, before an operator looks",
    payout_cents_per_month: "Paid to one person in 30 days, before an operator looks",
    payout_accounts_per_month: "Accounts of one person in 30 days, before an operator looks",
    identity_check_above_cents: "Paid within 30 days without an identity check",
    second_operator_above_cents: "One payout without a second operator",
  },
} as const;

export const leadTexts = { columns: { when: "When", email: "E-mail", phone: "Phone" } } as const;
