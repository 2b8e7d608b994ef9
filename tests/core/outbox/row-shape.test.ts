import { describe, expect, it } from "vitest";
import { answer } from "../../db/support/rules";

// What a row of the outbox may look like.

describe("a row of the outbox", () => {
  const insert = (id: string, kind: string, subject: string, notice: string | null) =>
    answer(`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      VALUES ('${id}', '${kind}', '${subject}', ${notice === null ? "NULL" : `'${notice}'`}, 1, 1)`);

  it.each([
    ["has an id that is not kind and subject", ["other:1", "check-payment", "1", null], /outbox_id/],
    ["is a notice without saying which", ["send-notice:a:1", "send-notice", "a:1", null], /outbox_notice/],
    ["is not a notification and says it is one", ["check-payment:1", "check-payment", "1", "bank-changed"], /outbox_notice/],
    ["says one notice and names another", ["send-notice:a:1", "send-notice", "a:1", "bank-changed"], /outbox_notice/],
    ["is of an unheard-of kind", ["guess:1", "guess", "1", null], /FOREIGN KEY/],
    ["is an unheard-of notice", ["send-notice:guess:1", "send-notice", "guess:1", "guess"], /FOREIGN KEY/],
  ] as const)("is refused when it %s", async (_what, row, reason) => {
    expect(await insert(...(row as [string, string, string, string | null]))).toMatch(reason);
  });
});
