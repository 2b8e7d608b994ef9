import type { Mutant } from "./mutant";

export const work: Mutant[] = [
  {
    name: "done before the work",
    breaks: "a crash in between leaves the work undone for ever",
    statements: [
      {
        of: "UPDATE outbox SET leased_until_ms",
        find: "WHERE (outbox.id = ? AND outbox.done_at_ms IS NULL",
        then: "UPDATE outbox SET done_at_ms = available_at_ms WHERE id = $1",
      },
    ],
  },
  {
    name: "never done",
    breaks: "a row is run for ever",
    statements: [{ of: "UPDATE outbox SET done_at_ms = ", with: ["last_error = NULL"], skip: true }],
  },
  {
    name: "the lease never ends",
    breaks: "work that a dead relay had taken is not taken again",
    statements: [
      {
        of: "UPDATE outbox",
        with: ["RETURNING id", "urgent = ?"],
        find: "SET available_at_ms = ?",
        replace: "SET available_at_ms = $1 + 30000000000",
      },
    ],
  },
  {
    name: "given up at once",
    breaks: "one failure makes a dead letter",
    code: [{ find: "MAX_ATTEMPTS = 14", replace: "MAX_ATTEMPTS = 1" }],
  },
  {
    name: "failures forgotten",
    breaks: "a row that failed counts as done",
    statements: [{ of: "UPDATE outbox SET attempts", find: "done_at_ms = ?", replace: "done_at_ms = 1" }],
  },
  {
    name: "outages end work",
    breaks: "what cannot be reached for hours is given up",
    code: [{ find: "urgent === 1 || isOutage(error)", replace: "false" }],
  },
  {
    name: "urgent work given up",
    breaks: "a certificate that could not be made for a day is never made",
    code: [{ find: "urgent === 1 || isOutage(error)", replace: "isOutage(error)" }],
  },
  {
    name: "pauses too long",
    breaks: "after a bad night the next try is in a week",
    code: [{ find: "LONGEST_PAUSE_MS = 60 * MINUTE", replace: "LONGEST_PAUSE_MS = 15_000 * MINUTE" }],
  },
  {
    name: "certificates not made",
    breaks: "a sold stake waits for its certificate for ever",
    drop: ["DROP TRIGGER certificates_are_issued"],
  },
  {
    name: "certificate overwritten",
    breaks: "a second try replaces the file",
    code: [{ find: 'onlyIf: { etagDoesNotMatch: "*" },', replace: "" }],
  },
  {
    name: "hash of another file",
    breaks: "the hash is of what was drawn last, not of what is kept",
    code: [{ find: "new Uint8Array(await existing.arrayBuffer())", replace: "pdf" }],
  },
  {
    name: "nobody told",
    breaks: "no email says what became of a payment",
    drop: ["DROP TRIGGER payments_outcome_is_told"],
  },
];
