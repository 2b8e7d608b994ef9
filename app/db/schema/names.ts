import { changeTable, nameTable, stateTable, workTable } from "./name-tables";

// Every list of names in the database, declared once; those of the resale market and the settings are in names-of-resale.ts and
// names-of-settings.ts. A list is a small table that columns refer to, so a migration adds a name as a row and never rebuilds a table
// (docs/how-to-change.md).
// `npm run db:generate` makes these tables WITHOUT ROWID, so that checking a name reads no row.

// Casks.
/** A draft is seen by operators alone; a cask is withdrawn while nothing of it is sold or reserved. */
export const CASK_STATES = ["draft", "published", "withdrawn"] as const;
export const caskStates = stateTable("cask_states", CASK_STATES);
export const caskStateChanges = changeTable("cask_state_changes", caskStates);
export const CASK_KINDS = ["whisky", "wine", "rum"] as const;
export const caskKinds = nameTable("cask_kinds", CASK_KINDS);
export const CASK_TYPES = ["barrel", "hogshead", "butt", "barrique", "rum-barrel"] as const;
export const caskTypes = nameTable("cask_types", CASK_TYPES);
export const VALUATION_TIERS = ["issue", "measured", "modelled", "opinion"] as const;
export const valuationTiers = nameTable("valuation_tiers", VALUATION_TIERS);
/** Which party made a valuation; 'provider' is the house itself. */
export const VALUATION_AUTHORS = ["provider", "warehouse-keeper", "broker", "independent"] as const;
export const valuationAuthors = nameTable("valuation_authors", VALUATION_AUTHORS);
/** How a cask ends: another party buys it, or the house buys it back. */
export const EXIT_KINDS = ["sale", "buy-back"] as const;
export const exitKinds = nameTable("exit_kinds", EXIT_KINDS);
/** 'provider' is the house itself: then it is a buy-back. */
export const BUYER_KINDS = ["bottler", "trade", "private", "provider"] as const;
export const buyerKinds = nameTable("buyer_kinds", BUYER_KINDS);
export const EXIT_STATES = ["proposed", "confirmed", "done", "withdrawn"] as const;
export const exitStates = stateTable("exit_states", EXIT_STATES);
export const exitStateChanges = changeTable("exit_state_changes", exitStates);
/** A bid for a whole cask: voted on while it is open, then counted. A bid that was accepted may still be withdrawn. */
export const BID_STATES = ["draft", "open", "accepted", "refused", "expired", "withdrawn"] as const;
export const bidStates = stateTable("bid_states", BID_STATES);
export const bidStateChanges = changeTable("bid_state_changes", bidStates);
export const BID_CHOICES = ["accept", "decline"] as const;
export const bidChoices = nameTable("bid_choices", BID_CHOICES);
export const EVIDENCE_KINDS = [
  "delivery-order",
  "warehouse-confirmation",
  "insurance",
  "gauge",
  "photo",
  "contract",
] as const;
export const evidenceKinds = nameTable("evidence_kinds", EVIDENCE_KINDS);
export const EVIDENCE_VISIBILITIES = ["public", "holders"] as const;
export const evidenceVisibilities = nameTable("evidence_visibilities", EVIDENCE_VISIBILITIES);

// People.
export const USER_ROLES = ["investor", "operator", "reader"] as const;
export const userRoles = nameTable("user_roles", USER_ROLES);
export const CONTACT_CHANNELS = ["email", "sms"] as const;
export const contactChannels = nameTable("contact_channels", CONTACT_CHANNELS);
export const IDENTITY_OUTCOMES = ["passed", "failed"] as const;
export const identityOutcomes = nameTable("identity_outcomes", IDENTITY_OUTCOMES);
/** Of a check at the provider. 'failed': it may be tried again. */
export const IDENTITY_STATES = ["started", "verified", "failed", "canceled"] as const;
export const identityStates = nameTable("identity_states", IDENTITY_STATES);
/** What a request to support is about. */
export const SUPPORT_KINDS = ["payment", "withdrawal", "cask", "certificate", "account", "complaint", "other"] as const;
/** What came by letter and has a due date: a copy of the data, or erasure. */
export const LETTER_KINDS = ["data", "erasure"] as const;
export const REQUEST_KINDS = [...SUPPORT_KINDS, ...LETTER_KINDS] as const;
export const supportKinds = nameTable("support_kinds", REQUEST_KINDS);
export const REFERRAL_STATES = ["inactive", "held", "dropped", "pending", "paid", "reversed"] as const;
export const referralStates = stateTable("referral_states", REFERRAL_STATES);
export const referralStateChanges = changeTable("referral_state_changes", referralStates);

// Payments.
export const PAYMENT_PROVIDERS = ["stripe", "copperx"] as const;
export const paymentProviders = nameTable("payment_providers", PAYMENT_PROVIDERS);
export const PAYMENT_MODES = ["Bank", "Crypto"] as const;
export const paymentModes = nameTable("payment_modes", PAYMENT_MODES);
/** 'top-up': money paid into one's own wallet. */
export const PAYMENT_PURPOSES = ["joining-fee", "stake", "top-up"] as const;
export const paymentPurposes = nameTable("payment_purposes", PAYMENT_PURPOSES);
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
  "other-amount",
  "account-closed",
  "provider-rejected",
  "provider-unavailable",
] as const;
export const paymentReasons = nameTable("payment_reasons", PAYMENT_REASONS);
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
export const paymentStates = stateTable("payment_states", PAYMENT_STATES);
export const paymentStateChanges = changeTable("payment_state_changes", paymentStates);
export const EVENT_CONCERNS = ["session", "refund", "dispute", "identity", "nothing"] as const;
export const eventConcerns = nameTable("event_concerns", EVENT_CONCERNS);
export const STRAY_RECEIPT_STATES = ["refunding", "refunded"] as const;
export const strayReceiptStates = stateTable("stray_receipt_states", STRAY_RECEIPT_STATES);
export const strayReceiptStateChanges = changeTable("stray_receipt_state_changes", strayReceiptStates);

// Stakes and what follows from them.
export const RESERVATION_STATES = ["held", "paid", "expired"] as const;
export const reservationStates = stateTable("reservation_states", RESERVATION_STATES);
export const reservationStateChanges = changeTable("reservation_state_changes", reservationStates);
export const STAKE_STATES = ["active", "frozen", "ended"] as const;
export const stakeStates = stateTable("stake_states", STAKE_STATES);
export const stakeStateChanges = changeTable("stake_state_changes", stakeStates);
export const CERTIFICATE_STATES = ["pending", "issued", "void"] as const;
export const certificateStates = stateTable("certificate_states", CERTIFICATE_STATES);
export const certificateStateChanges = changeTable("certificate_state_changes", certificateStates);
/** 'sending': in a payout run or proposed, so that the bank has it. */
export const WITHDRAWAL_STATES = ["progress", "sending", "paid", "rejected", "cancelled"] as const;
export const withdrawalStates = stateTable("withdrawal_states", WITHDRAWAL_STATES);
/** 'stop-link': anyone who can read a mailbox that was told of the withdrawal. */
export const WITHDRAWAL_CANCELLERS = ["investor", "stop-link"] as const;
export const withdrawalCancellers = nameTable("withdrawal_cancellers", WITHDRAWAL_CANCELLERS);
export const withdrawalStateChanges = changeTable("withdrawal_state_changes", withdrawalStates);

// The ledger and how it is checked.
export const CURRENCIES = ["USD", "TOKEN"] as const;
export const currencies = nameTable("currencies", CURRENCIES);
export const TRANSFER_REASONS = [
  "payment-received",
  "joining-fee",
  "stake-sale",
  "top-up",
  "tokens-earned",
  "referral-reward",
  "reward-paid",
  "refund",
  "cancellation-fee",
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
  "given-up",
  "resale-reserved",
  "resale-freed",
  "resale-fee",
  "resale-advance",
  "resale-proceeds",
  "debt-set-off",
] as const;
export const transferReasons = nameTable("transfer_reasons", TRANSFER_REASONS);
export const DIFFERENCE_KINDS = [
  "books",
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
export const differenceKinds = nameTable("difference_kinds", DIFFERENCE_KINDS);
/** 'open' waits for an operator, 'repaired' was put right by settlement, 'gone' was no longer there, 'explained' was looked into by a person. */
export const DIFFERENCE_STATES = ["open", "repaired", "gone", "explained"] as const;
export const differenceStates = nameTable("difference_states", DIFFERENCE_STATES);

// Deferred work.
export const OUTBOX_KINDS = [
  "handle-event",
  "check-payment",
  "expire-session",
  "refund-payment",
  "issue-certificate",
  "erase-certificates",
  "credit-exit",
  "tell-holders",
  "tell-bid",
  "reread-payment",
  "send-notice",
] as const;
export const outboxKinds = workTable("outbox_kinds", OUTBOX_KINDS);
/** The names are those of the notices' own tables (areas/notices/inside/notice-table.ts), which the schema does not know. */
export const noticeKinds = workTable("notice_kinds");
/** What the timer does, and the way of its nudges through the queue: each job's last success is kept. */
export const TIMER_JOBS = [
  "tell-standing-jobs",
  "end-overdue-payments",
  "relay-outbox",
  "relay-to-many",
  "tell-late-work",
  "tell-codes-alarm",
  "tell-day",
  "list-due-dates",
  "tell-openings",
  "tell-watchers",
  "remind-voters",
  "count-bids",
  "close-waiting-accounts",
  "sweep-tables",
  "reconcile",
  "run-audit",
  "publish-proof",
  "run-rounds",
  "send-nudge",
  "consume-nudges",
  "count-due",
  "set-off-debts",
] as const;
export const timerJobNames = nameTable("timer_job_names", TIMER_JOBS);
/** News that a person may switch on or off; all other notices are about safety or money. */
export const NOTICE_TOPICS = ["valuations", "launches", "watching", "referrals"] as const;
export const noticeTopics = nameTable("notice_topics", NOTICE_TOPICS);
/**
 * 'outbox': out of tries. 'queue': from the dead-letter queue. 'refund': money that an operator must send. 'reward': a reward
 * that was spent before it could be taken back. 'owed': a top-up that was, so that the investor owes it. 'resale': a round or a fill.
 * 'bank': a line of the bank's answer that matches no payout.
 */
export const DEAD_LETTER_ORIGINS = ["outbox", "queue", "refund", "reward", "owed", "resale", "bank"] as const;
export const deadLetterOrigins = nameTable("dead_letter_origins", DEAD_LETTER_ORIGINS);

// What one operator proposes and another confirms.
export const CHANGE_KINDS = ["setting", "valuation"] as const;
export const changeKinds = nameTable("change_kinds", CHANGE_KINDS);
/** 'replaced': by another proposal about the same thing. */
export const CHANGE_STATES = ["open", "confirmed", "withdrawn", "replaced"] as const;
export const changeStates = stateTable("change_states", CHANGE_STATES);
export const changeStateChanges = changeTable("change_state_changes", changeStates);

// The daily audit.
export const AUDIT_RESULTS = ["PASS", "FAIL"] as const;
export const auditResults = nameTable("audit_results", AUDIT_RESULTS);

// What operators write to the holders of a cask.
/** 'no-address': no mailbox, so in their notices only. 'gone': their account was suspended or closed. */
export const RECIPIENT_STATES = ["waiting", "sent", "no-address", "gone"] as const;
export const recipientStates = nameTable("recipient_states", RECIPIENT_STATES);
