import type { OUTBOX_KINDS } from "~/db/schema/names";

// The contract of the outbox. For each kind of row: what writes it, what its id names, what handles it, and how urgent it is.
// The triggers are in migrations/. Tests cause every kind and compare docs/architecture.md with this list. The kinds of notices
// are known to the area that sends them alone (areas/notices/notice-table.ts).

export type OutboxKind = (typeof OUTBOX_KINDS)[number];

export type Cause = {
  subject: string;
  triggers?: readonly string[];
  statements?: readonly string[];
  /**
   * Money being returned, signs of an account takeover, and proof of purchase. These rows are run first, and tried until they
   * succeed. The database keeps the same in the kind's column `urgent`.
   */
  urgent?: true;
};

export const outboxKinds: Record<Exclude<OutboxKind, "send-notice">, Cause & { handler: string }> = {
  "handle-event": {
    subject: "EVENT[:settled]",
    triggers: ["payments_settled_hear_events"],
    statements: ["areas/buying/provider-events"],
    handler: "areas/buying/provider-events",
  },
  "check-payment": {
    subject: "PAYMENT",
    triggers: ["payments_changes_cause_work"],
    handler: "areas/buying/settlement/settle-payment",
  },
  "expire-session": {
    subject: "PAYMENT",
    triggers: ["payments_changes_cause_work"],
    statements: ["areas/buying/read-payment"],
    handler: "areas/buying/settlement/settle-payment",
  },
  "refund-payment": {
    subject: "PAYMENT",
    triggers: ["payments_changes_cause_work"],
    handler: "areas/buying/settlement/refund-payment",
    urgent: true,
  },
  "issue-certificate": {
    subject: "CERTIFICATE",
    triggers: ["certificates_are_issued"],
    handler: "areas/holdings/certificates/issue-certificate",
    urgent: true,
  },
  "erase-certificates": {
    subject: "USER",
    statements: ["areas/accounts/users/close-account"],
    handler: "areas/holdings/certificates/issue-certificate",
  },
  "credit-exit": {
    subject: "EXIT[:STAKE:TIME]",
    triggers: ["stakes_given_again_are_credited", "payments_lost_stakes_end"],
    statements: ["areas/casks/exits/confirm-exit"],
    handler: "areas/casks/exits/credit-exit",
    urgent: true,
  },
  "tell-bid": {
    subject: "BID:STEP",
    statements: [
      ...["areas/market/publish-bid", "areas/market/count-bids"],
      ...["areas/market/count-bids", "areas/market/publish-bid"],
    ],
    handler: "areas/market/count-bids",
  },
  "reread-payment": {
    subject: "PAYMENT:MINUTE",
    statements: ["areas/buying/settlement/settle-payment"],
    handler: "areas/buying/settlement/settle-payment",
  },
};

export const outboxId = (kind: Exclude<OutboxKind, "send-notice">, subjectId: string) => `${kind}:${subjectId}`;

/** The id of a row that sends a notice; the database refuses a kind that it does not know. @param ids what the notice's `subject` names */
export const noticeId = (kind: string, ...ids: [string, ...string[]]) => ["send-notice", kind, ...ids].join(":");

/** It stays open, so that a version that knows it does the work. */
export class UnknownWork extends Error {
  constructor(outboxOrNotice: string) {
    super(`nothing here handles ${outboxOrNotice}`);
    this.name = "UnknownWork";
  }
}
