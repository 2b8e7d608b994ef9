import { workTable } from "./columns";

// Every list of names in the database; those of the settings are in names-of-settings.ts.
// A column holds one of them by `oneOf`, and db/rules.ts makes the trigger that refuses any other.

export const CASK_STATES = ["draft", "published", "withdrawn"] as const;
export const CASK_KINDS = ["whisky", "wine", "rum"] as const;
export const CASK_TYPES = ["barrel", "hogshead", "butt", "barrique", "rum-barrel"] as const;
export const VALUATION_TIERS = ["issue", "measured", "modelled", "opinion"] as const;
export const VALUATION_AUTHORS = ["provider", "warehouse-keeper", "broker", "independent"] as const;
export const EXIT_KINDS = ["sale", "buy-back"] as const;
/** 'provider' is the house itself: then it is a buy-back. */
export const BUYER_KINDS = ["bottler", "trade", "private", "provider"] as const;
export const EXIT_STATES = ["proposed", "confirmed", "done", "withdrawn"] as const;
export const BID_STATES = ["draft", "open", "accepted", "refused", "expired", "withdrawn"] as const;
export const BID_CHOICES = ["accept", "decline"] as const;
export const EVIDENCE_KINDS = [
  "delivery-order",
  "warehouse-confirmation",
  "insurance",
  "gauge",
  "photo",
  "contract",
] as const;
export const EVIDENCE_VISIBILITIES = ["public", "holders"] as const;

export const USER_ROLES = ["investor", "operator", "reader"] as const;
export const CONTACT_CHANNELS = ["email", "sms"] as const;
export const IDENTITY_OUTCOMES = ["passed", "failed"] as const;
/** 'failed': it may be tried again. */
export const SUPPORT_KINDS = [
  "payment",
  "withdrawal",
  "cask",
  "certificate",
  "account",
  "complaint",
  "other",
  "cancellation",
] as const;
export const REFERRAL_STATES = ["inactive", "held", "dropped", "pending", "paid", "reversed"] as const;

export const PAYMENT_PROVIDERS = ["stripe", "copperx"] as const;
export const PAYMENT_MODES = ["Bank", "Crypto"] as const;
export const PAYMENT_PURPOSES = ["joining-fee", "stake"] as const;
/** Why a payment failed, was cancelled or went back to the buyer. */
export const PAYMENT_REASONS = [
  "no-stake-left",
  "cask-sold",
  "wrong-amount",
  "underpaid",
  "already-activated",
  "returned",
  "given-back",
  "disputed",
  "dispute-lost",
  "other-method",
  "provider-rejected",
  "provider-unavailable",
] as const;
export const PAYMENT_STATES = [
  "created",
  "open",
  "paid",
  "settled",
  "expired",
  "cancelled",
  "failed",
  "refunding",
  "refunded",
  "disputed",
] as const;
export const EVENT_CONCERNS = ["session", "refund", "dispute", "nothing"] as const;

export const RESERVATION_STATES = ["held", "paid", "expired"] as const;
export const STAKE_STATES = ["active", "frozen", "ended"] as const;
export const CERTIFICATE_STATES = ["pending", "issued", "void"] as const;
/** 'sending': in a payout run or proposed, so that the bank has it. 'returned': the bank sent it back after it was paid. */
export const WITHDRAWAL_STATES = ["progress", "sending", "paid", "rejected", "cancelled", "returned"] as const;
/** 'stop-link': anyone who can read a mailbox that was told of the withdrawal. */
export const WITHDRAWAL_CANCELLERS = ["investor", "stop-link"] as const;

export const CURRENCIES = ["USD", "TOKEN"] as const;
export const TRANSFER_REASONS = [
  "payment-received",
  "joining-fee",
  "stake-sale",
  "tokens-earned",
  "referral-reward",
  "reward-paid",
  "refund",
  "reversal",
  "restored",
  "cycle-return",
  "cask-sale",
  "provider-buy-back",
  "exit-proceeds",
  "exit-own-share",
  "exit-advance",
  "exit-rounding",
  "promotion",
  "withdrawal-hold",
  "withdrawal-paid",
  "withdrawal-released",
  "withdrawal-returned",
  "resale-fee",
  "resale-advance",
  "resale-proceeds",
  "resale-available",
  "debt-set-off",
] as const;
export const DIFFERENCE_KINDS = [
  "paid-not-settled",
  "paid-twice",
  "paid-for-unknown-payment",
  "settled-not-paid",
  "amount-differs",
  "over-but-open",
  "ended-but-payable",
  "session-unknown-to-provider",
  "refund-not-recorded",
  "refund-amount-differs",
  "refund-of-unsettled",
  "dispute-not-recorded",
] as const;
/** 'open' waits for an operator, 'repaired' was put right by settlement, 'gone' was no longer there, 'explained' was looked into by a person. */
export const DIFFERENCE_STATES = ["open", "repaired", "gone", "explained"] as const;

export const OUTBOX_KINDS = [
  "handle-event",
  "check-payment",
  "expire-session",
  "refund-payment",
  "issue-certificate",
  "erase-certificates",
  "credit-exit",
  "tell-bid",
  "reread-payment",
  "send-notice",
] as const;
export const outboxKinds = workTable("outbox_kinds");
/** The names are those of the notices' own tables (areas/notices/send-notice.ts), which the schema does not know. */
export const noticeKinds = workTable("notice_kinds");
/** The timer's jobs, and the queue that its nudges take: the last success of each is kept. */
export const TIMER_JOBS = [
  "end-overdue-payments",
  "relay-outbox",
  "relay-to-many",
  "tell-late-work",
  "tell-codes-alarm",
  "tell-day",
  "tell-returns",
  "remind-voters",
  "count-bids",
  "sweep-tables",
  "reconcile",
  "run-audit",
  "run-offers",
  "set-off-debts",
] as const;
/**
 * 'outbox': out of tries. 'queue': from the dead-letter queue. 'refund': money that an operator must send. 'reward': a reward
 * that was spent before it could be taken back. 'owed': a seller owes what a stake brought whose own payment was reversed.
 * 'bank': a line of the bank's answer that matches no payout.
 */
export const DEAD_LETTER_ORIGINS = ["outbox", "queue", "refund", "reward", "owed", "bank"] as const;

export const CHANGE_KINDS = ["setting", "valuation", "return"] as const;
/** 'replaced': by another proposal about the same thing. */
export const CHANGE_STATES = ["open", "confirmed", "withdrawn", "replaced"] as const;

export const AUDIT_RESULTS = ["PASS", "FAIL"] as const;

/** 'no-address': no mailbox, so in their notices only. 'gone': their account was suspended or closed. */

export const SETTING_KEYS = [
  "joining_fee_cents",
  // Per person, within 24 hours or 30 days. More requests than this are refused, whatever became of the earlier ones.
  "withdrawal_requests_per_day",
  // A payout over one of these waits for an operator.
  "payouts_per_day",
  "payouts_per_month",
  "payout_cents_per_day",
  "payout_cents_per_month",
  "payout_accounts_per_month",
  // More needs an identity check that was passed: while nothing was paid out yet, and of all that ever was.
  "identity_first_payout_above_cents",
  "identity_total_above_cents",
  "second_operator_above_cents",
  // The most that one operator may pay alone or confirm within 24 hours, payout runs included.
  "operator_cents_per_day",
  // The fee of buyer and seller each, in hundredths of a percent; an offer keeps the one it began with.
  "resale_fee_basis_points",
  // How long the proceeds of a stake are on hold after it was paid for by card, and in crypto.
  "proceeds_hold_days_card",
  "proceeds_hold_days_crypto",
  "market_countries",
] as const;
