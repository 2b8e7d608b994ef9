import type { Contract, NoticeKind, NoticeTopic } from "./kinds";

// Every notice that is sent to a person: what causes it, who composes it, how urgent it is.

type NoticeContract = Contract & {
  /** What people may switch on or off. Without one it is about safety or money, and always sent. */
  topic?: NoticeTopic;
  /** One row for each mailbox and phone number that the account had when it was written: the last part of the subject numbers them. */
  eachRecipient?: true;
};

/** Written by a trigger for each row of notice_recipients, which other triggers write with the cause. */
const eachRecipient = { triggers: ["notice_recipients_are_told"], urgency: "urgent", eachRecipient: true } as const;

/** The kinds of 'send-notice'; the handler composes the mail. */
export const noticeKinds: Record<NoticeKind, NoticeContract> = {
  "payment-settled": {
    subject: "PAYMENT",
    triggers: ["payments_outcome_is_told"],
    handler: "areas/notices/inside/payment-outcome",
    urgency: "normal",
  },
  "payment-refunding": {
    subject: "PAYMENT",
    triggers: ["payments_outcome_is_told"],
    handler: "areas/notices/inside/payment-outcome",
    urgency: "normal",
  },
  "payment-underpaid": {
    subject: "PAYMENT:STATE",
    triggers: ["payments_underpaid_are_told"],
    handler: "areas/notices/inside/payment-underpaid",
    urgency: "normal",
  },
  "payment-reversed": {
    subject: "PAYMENT:STATE:TIME",
    triggers: ["payments_reversals_are_told"],
    handler: "areas/notices/inside/payment-reversed",
    urgency: "normal",
  },
  "withdrawal-requested": {
    ...eachRecipient,
    subject: "WITHDRAWAL:RECIPIENT",
    handler: "areas/notices/inside/withdrawal-requested",
  },
  "withdrawal-paid": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_decisions_are_told"],
    handler: "areas/notices/inside/withdrawal-paid",
    urgency: "normal",
  },
  "withdrawal-rejected": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_decisions_are_told"],
    handler: "areas/notices/inside/withdrawal-rejected",
    urgency: "normal",
  },
  "withdrawal-cancelled": {
    subject: "WITHDRAWAL",
    triggers: ["withdrawals_decisions_are_told"],
    handler: "areas/notices/inside/withdrawal-cancelled",
    urgency: "urgent",
  },
  "withdrawal-warned": {
    ...eachRecipient,
    subject: "WITHDRAWAL:RECIPIENT",
    handler: "areas/notices/inside/withdrawal-warned",
  },
  "bank-changed": { ...eachRecipient, subject: "USER:TIME:RECIPIENT", handler: "areas/notices/inside/bank-changed" },
  "contact-changed": { ...eachRecipient, subject: "CHANGE:RECIPIENT", handler: "areas/notices/inside/contact-changed" },
  "contact-added": {
    ...eachRecipient,
    subject: "USER:CHANNEL:TIME:RECIPIENT",
    handler: "areas/notices/inside/contact-changed",
  },
  "closing-asked": { ...eachRecipient, subject: "CLOSING:RECIPIENT", handler: "areas/notices/inside/closing-told" },
  "account-closed": { ...eachRecipient, subject: "USER:RECIPIENT", handler: "areas/notices/inside/closing-told" },
  "new-valuation": {
    subject: "VALUATION:USER",
    triggers: [],
    statements: ["areas/casks/tell-holders"],
    handler: "areas/notices/inside/new-valuation",
    urgency: "normal",
    topic: "valuations",
  },
  "work-waits": {
    subject: "OPERATOR:HOUR",
    triggers: [],
    statements: ["core/outbox/late-work"],
    handler: "areas/notices/inside/work-waits",
    urgency: "normal",
  },
  "timer-stands": {
    subject: "OPERATOR:HOUR",
    triggers: [],
    statements: ["workers/settlement/tell-standing-jobs"],
    handler: "areas/notices/inside/timer-stands",
    urgency: "urgent",
  },
  "codes-alarm": {
    subject: "OPERATOR:CHANNEL:END",
    triggers: [],
    statements: ["areas/accounts/login/tell-codes-alarm"],
    handler: "areas/notices/inside/codes-alarm",
    urgency: "normal",
  },
  "audit-failed": {
    subject: "OPERATOR:DAY",
    triggers: [],
    statements: ["areas/proof/audits/inside/publish-day"],
    handler: "areas/notices/inside/audit-failed",
    urgency: "urgent",
  },
  // To every operator, suspended ones too.
  "large-payout": {
    subject: "OPERATOR:WITHDRAWAL",
    triggers: ["withdrawals_large_are_told"],
    handler: "areas/notices/inside/large-payout",
    urgency: "urgent",
  },
  "audit-head-asked": {
    subject: "READER:TIME",
    triggers: ["audit_readers_new_are_asked", "audit_readers_again_are_asked"],
    handler: "areas/notices/inside/audit-head",
    urgency: "normal",
  },
  "audit-head": {
    subject: "DATE:READER",
    triggers: ["audit_readers_are_told"],
    handler: "areas/notices/inside/audit-head",
    urgency: "normal",
  },
  "cask-sold": {
    subject: "EXIT:USER",
    triggers: ["stakes_sold_are_told"],
    handler: "areas/notices/inside/cask-sold",
    urgency: "normal",
  },
  "certificate-ready": {
    subject: "CERTIFICATE",
    triggers: ["certificates_issued_are_told"],
    handler: "areas/notices/inside/certificate-ready",
    urgency: "normal",
  },
  "referral-earned": {
    subject: "USER",
    triggers: ["referrals_rewards_are_told"],
    handler: "areas/notices/inside/referral-earned",
    urgency: "normal",
    topic: "referrals",
  },
  "cask-opens": {
    subject: "CASK:USER",
    triggers: [],
    statements: ["areas/notices/tell-openings"],
    handler: "areas/notices/inside/cask-opens",
    urgency: "normal",
    topic: "launches",
  },
  "daily-summary": {
    subject: "OPERATOR:DAY",
    triggers: [],
    statements: ["areas/notices/tell-day"],
    handler: "areas/notices/inside/daily-summary",
    urgency: "normal",
  },
  "support-received": {
    subject: "REQUEST",
    triggers: ["support_requests_are_confirmed"],
    handler: "areas/notices/inside/support-received",
    urgency: "normal",
  },
  "support-answered": {
    subject: "ANSWER",
    triggers: ["support_answers_are_told"],
    handler: "areas/notices/inside/support-answered",
    urgency: "normal",
  },
  "watched-opens": {
    subject: "CASK:USER",
    triggers: ["cask_watches_openings_are_told"],
    handler: "areas/notices/inside/watched-cask",
    urgency: "normal",
    topic: "watching",
  },
  "watched-closes": {
    subject: "CASK:USER",
    triggers: ["cask_watches_closings_are_told"],
    handler: "areas/notices/inside/watched-cask",
    urgency: "normal",
    topic: "watching",
  },
  "change-proposed": {
    subject: "OPERATOR:PROPOSAL",
    triggers: ["change_proposals_are_told"],
    handler: "areas/notices/inside/change-proposed",
    urgency: "urgent",
  },
  "change-confirmed": {
    subject: "OPERATOR:PROPOSAL",
    triggers: ["change_proposals_confirmed_are_told"],
    handler: "areas/notices/inside/change-proposed",
    urgency: "urgent",
  },
  "role-changed": {
    subject: "OPERATOR:CHANGE",
    triggers: [],
    statements: ["core/ledger/role-statements"],
    handler: "areas/notices/inside/role-changed",
    urgency: "urgent",
  },
};
