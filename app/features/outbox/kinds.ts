import type { NOTICE_KINDS, NOTICE_TOPICS, OUTBOX_KINDS } from "~/db/schema/names";

// The contract of the outbox. For each kind of row: what writes it, what its id names, what handles it, and how urgent it is.
// The triggers are in migrations/. Tests cause every kind and compare docs/architecture.md with this list.

export type OutboxKind = (typeof OUTBOX_KINDS)[number];
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

type Contract = {
  /** What follows the kind in the id, joined by ':'. */
  subject: string;
  /** The triggers that write such rows. */
  triggers: readonly string[];
  /** The files below app/features whose own statements write such rows. */
  statements?: readonly string[];
  /** The file below app/features. */
  handler: string;
  /**
   * 'urgent': money being returned, signs of an account takeover, and proof of purchase. These rows are run first, and tried until
   * they succeed. The database keeps the same in the kind's column `urgent`.
   */
  urgency: "urgent" | "normal";
};

export const outboxKinds: Record<Exclude<OutboxKind, "send-notice">, Contract> = {
  "handle-event": {
    subject: "EVENT",
    triggers: ["provider_events_are_handled"],
    handler: "payment-events/handle-event",
    urgency: "normal",
  },
  "check-payment": {
    subject: "PAYMENT",
    triggers: ["payments_open_are_checked"],
    handler: "settlement/check-payment",
    urgency: "normal",
  },
  "expire-session": {
    subject: "PAYMENT",
    triggers: ["payments_ended_close_session"],
    statements: ["buying/read-payment"],
    handler: "settlement/expire-session",
    urgency: "normal",
  },
  "refund-payment": {
    subject: "PAYMENT",
    triggers: ["payments_refunds_are_sent"],
    handler: "settlement/refund-payment",
    urgency: "urgent",
  },
  "issue-certificate": {
    subject: "CERTIFICATE",
    triggers: ["certificates_are_issued"],
    handler: "certificates/issue-certificate",
    urgency: "urgent",
  },
  "erase-certificates": {
    subject: "USER",
    triggers: ["users_closed_lose_files"],
    handler: "closing/erase-certificates",
    urgency: "normal",
  },
  // A whole cask; or one stake of it, whose dispute ended after the rest was shared out.
  "credit-exit": {
    subject: "EXIT[:STAKE:TIME]",
    triggers: ["cask_exits_are_credited", "stakes_given_again_are_credited", "payments_lost_stakes_end"],
    handler: "exits/credit-exit",
    urgency: "urgent",
  },
  "tell-holders": {
    subject: "VALUATION",
    triggers: [],
    statements: ["casks/record-valuation"],
    handler: "casks/tell-holders",
    urgency: "normal",
  },
  // Asked for by an operator, once a minute.
  "reread-payment": {
    subject: "PAYMENT:MINUTE",
    triggers: [],
    statements: ["settlement/ask-reread"],
    handler: "settlement/reread-payment",
    urgency: "normal",
  },
  // What a notice tells, shown by one device.
  "send-push": {
    subject: "NOTICE:IDS:SUBSCRIPTION",
    triggers: [],
    statements: ["push/queue-pushes"],
    handler: "push/send-push",
    urgency: "normal",
  },
};

type NoticeContract = Contract & {
  /** What people may switch on or off. Without one it is about safety or money, and always sent. */
  topic?: NoticeTopic;
};

/** The kinds of 'send-notice'; the handler composes the mail. */
export const noticeKinds: Record<NoticeKind, NoticeContract> = {
  "payment-settled": {
    subject: "PAYMENT",
    triggers: ["payments_outcome_is_told"],
    handler: "notices/payment-outcome",
    urgency: "normal",
  },
  "payment-refunding": {
    subject: "PAYMENT",
    triggers: ["payments_outcome_is_told"],
    handler: "notices/payment-outcome",
    urgency: "normal",
  },
  "payment-reversed": {
    subject: "PAYMENT:STATE:TIME",
    triggers: ["payments_reversals_are_told"],
    handler: "notices/payment-reversed",
    urgency: "normal",
  },
  "withdrawal-requested": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_requests_are_told"],
    handler: "notices/withdrawal-requested",
    urgency: "urgent",
  },
  "withdrawal-paid": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_decisions_are_told"],
    handler: "notices/withdrawal-paid",
    urgency: "normal",
  },
  "withdrawal-rejected": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_decisions_are_told"],
    handler: "notices/withdrawal-rejected",
    urgency: "normal",
  },
  "withdrawal-cancelled": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_decisions_are_told"],
    handler: "notices/withdrawal-cancelled",
    urgency: "urgent",
  },
  "withdrawal-warned": {
    subject: "WITHDRAWAL:CHANGE",
    triggers: ["withdrawals_former_mailboxes_are_told"],
    handler: "notices/withdrawal-warned",
    urgency: "urgent",
  },
  "bank-changed": {
    subject: "USER:TIME",
    triggers: ["bank_details_new_are_told", "bank_details_changes_are_told"],
    handler: "notices/bank-changed",
    urgency: "urgent",
  },
  "contact-changed": {
    subject: "CHANGE",
    triggers: ["contact_changes_are_told"],
    handler: "notices/contact-changed",
    urgency: "urgent",
  },
  "new-valuation": {
    subject: "VALUATION:USER",
    triggers: [],
    statements: ["casks/tell-holders"],
    handler: "notices/new-valuation",
    urgency: "normal",
    topic: "valuations",
  },
  "work-waits": {
    subject: "OPERATOR:HOUR",
    triggers: [],
    statements: ["outbox/late-work"],
    handler: "notices/work-waits",
    urgency: "normal",
  },
  "codes-alarm": {
    subject: "OPERATOR:CHANNEL:END",
    triggers: [],
    statements: ["login/tell-codes-alarm"],
    handler: "notices/codes-alarm",
    urgency: "normal",
  },
  "audit-failed": {
    subject: "OPERATOR:DAY",
    triggers: [],
    statements: ["audits/publish-day"],
    handler: "notices/audit-failed",
    urgency: "urgent",
  },
  "audit-head-asked": {
    subject: "READER:TIME",
    triggers: ["audit_readers_new_are_asked", "audit_readers_again_are_asked"],
    handler: "notices/audit-head",
    urgency: "normal",
  },
  "audit-head": {
    subject: "DATE:READER",
    triggers: ["audit_readers_are_told"],
    handler: "notices/audit-head",
    urgency: "normal",
  },
  "cask-sold": {
    subject: "EXIT:USER",
    triggers: ["stakes_sold_are_told"],
    handler: "notices/cask-sold",
    urgency: "normal",
  },
  "certificate-ready": {
    subject: "CERTIFICATE",
    triggers: ["certificates_issued_are_told"],
    handler: "notices/certificate-ready",
    urgency: "normal",
  },
  "referral-earned": {
    subject: "USER",
    triggers: ["referrals_rewards_are_told"],
    handler: "notices/referral-earned",
    urgency: "normal",
    topic: "referrals",
  },
  "cask-opens": {
    subject: "CASK:USER",
    triggers: [],
    statements: ["notices/tell-openings"],
    handler: "notices/cask-opens",
    urgency: "normal",
    topic: "launches",
  },
  "daily-summary": {
    subject: "OPERATOR:DAY",
    triggers: [],
    statements: ["notices/tell-day"],
    handler: "notices/daily-summary",
    urgency: "normal",
  },
  "support-received": {
    subject: "REQUEST",
    triggers: ["support_requests_are_confirmed"],
    handler: "notices/support-received",
    urgency: "normal",
  },
  "support-answered": {
    subject: "ANSWER",
    triggers: ["support_answers_are_told"],
    handler: "notices/support-answered",
    urgency: "normal",
  },
  "watched-opens": {
    subject: "CASK:USER",
    triggers: ["cask_watches_openings_are_told"],
    handler: "notices/watched-cask",
    urgency: "normal",
    topic: "watching",
  },
  "watched-closes": {
    subject: "CASK:USER",
    triggers: ["cask_watches_closings_are_told"],
    handler: "notices/watched-cask",
    urgency: "normal",
    topic: "watching",
  },
};

/** The id of an outbox row; requesting the same work twice gives one row. */
export const outboxId = (kind: Exclude<OutboxKind, "send-notice">, subjectId: string) => `${kind}:${subjectId}`;

/** The id of a row that sends a notice. @param ids what the notice's `subject` names */
export const noticeId = (kind: NoticeKind, ...ids: [string, ...string[]]) => ["send-notice", kind, ...ids].join(":");

/**
 * A row that this version cannot handle, for example one written by a newer version. It stays open, so that a version that
 * can handle it does the work.
 */
export class UnknownWork extends Error {
  constructor(outboxOrNotice: string) {
    super(`nothing here handles ${outboxOrNotice}`);
    this.name = "UnknownWork";
  }
}
