import type { Mutant } from "./mutant";

const outbox = "app/features/outbox/run-outbox.ts";
const certificate = "app/features/certificates/issue-certificate.ts";

export const work: Mutant[] = [
  {
    name: "done before the work",
    breaks: "a crash in between leaves the work undone for ever",
    edits: [
      {
        file: outbox,
        find: "const handled = await handlers[row.kind](deps, row.subjectId);",
        replace:
          "await deps.db.run(sql`UPDATE outbox SET done_at_ms = ${deps.nowMs()} WHERE id = ${row.id}`);\n    const handled = await handlers[row.kind](deps, row.subjectId);",
      },
    ],
  },
  {
    name: "never done",
    breaks: "a row is run for ever",
    edits: [
      {
        file: outbox,
        find: "UPDATE outbox SET done_at_ms = ${deps.nowMs()}, last_error = NULL WHERE id",
        replace: "UPDATE outbox SET last_error = NULL WHERE id",
      },
    ],
  },
  {
    name: "the lease never ends",
    breaks: "work that a dead relay had taken is not taken again",
    edits: [{ file: outbox, find: "const LEASE_MS = 30_000;", replace: "const LEASE_MS = 30_000_000_000;" }],
  },
  {
    name: "given up at once",
    breaks: "one failure makes a dead letter",
    edits: [{ file: outbox, find: "export const MAX_ATTEMPTS = 14;", replace: "export const MAX_ATTEMPTS = 1;" }],
  },
  {
    name: "failures forgotten",
    breaks: "a row that failed counts as done",
    edits: [
      {
        file: outbox,
        find: "UPDATE outbox SET attempts = ${attempts}, last_error = ${text}, available_at_ms = ${nowMs + waitMs}",
        replace: "UPDATE outbox SET attempts = ${attempts}, last_error = ${text}, done_at_ms = ${nowMs + waitMs}",
      },
    ],
  },
  {
    name: "certificates not made",
    breaks: "a sold stake waits for its certificate for ever",
    drop: ["DROP TRIGGER certificates_are_issued"],
  },
  {
    name: "certificate overwritten",
    breaks: "a second try replaces the file",
    edits: [{ file: certificate, find: '    onlyIf: { etagDoesNotMatch: "*" },\n', replace: "" }],
  },
  {
    name: "hash of another file",
    breaks: "the hash is of what was drawn last, not of what is kept",
    edits: [
      { file: certificate, find: "return new Uint8Array(await existing.arrayBuffer());", replace: "return pdf;" },
    ],
  },
  {
    name: "nobody told",
    breaks: "no mail says what became of a payment",
    drop: ["DROP TRIGGER payments_outcome_is_told"],
  },
];
