import type { OUTBOX_KINDS } from "~/db/schema/names";

// docs/architecture.md says for each kind what writes it, what its id names, what handles it, and how urgent it is; tests cause every kind. The
// kinds of notices are known to the area that sends them alone (areas/notices/send-notice.ts).

export type OutboxKind = (typeof OUTBOX_KINDS)[number];

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
