import type { Mutant } from "./mutant";

const unguarded = ["DROP TRIGGER users_may_change", "DROP TRIGGER transfers_may_start"];

/** Who a thief must not keep in the dark, and what he must not destroy. */
export const closing: Mutant[] = [
  {
    name: "an added contact is told to nobody",
    breaks: "a phone-only owner does not hear that somebody gave the account a mailbox",
    drop: ["DROP TRIGGER users_added_contact_is_told"],
  },
  {
    name: "the warning goes to the new contact only",
    breaks: "who had the account until yesterday does not hear of a withdrawal",
    code: [{ find: "withFormerMs: 7 * DAY_MS", replace: "withFormerMs: 0" }],
  },
  {
    name: "a closing does not wait",
    breaks: "one post burns everything at once (statements and triggers)",
    code: [
      { find: "coalesce(asked.closes_from_ms, asked.asked_at_ms + ${WAIT_MS}) <= ${nowMs}", replace: "${nowMs} > 0" },
    ],
    drop: unguarded,
  },
  {
    name: "a stopped closing closes",
    breaks:
      "the link says that the closing is stopped, and the timer closes the account (statements, trigger and CHECK)",
    statements: [
      {
        of: "CREATE TABLE account_closings",
        find: "IS NULL OR",
        replace: "IS NULL OR 1 OR",
      },
    ],
    code: [
      { find: "asked.cancelled_at_ms IS NULL AND asked.closed_at_ms IS NULL", replace: "asked.closed_at_ms IS NULL" },
    ],
    drop: [...unguarded, "DROP TRIGGER account_closings_end_once"],
  },
  {
    name: "erasing blanks an unsent notice",
    breaks: "the mailbox before a change hears nothing of the closing, because the mailer was down",
    code: [
      {
        find: "UPDATE suspensions SET reason = '' WHERE user_id = ${userId} AND ${mayClose}",
        replace: "DELETE FROM notice_recipients WHERE user_id = ${userId} AND ${mayClose}",
      },
    ],
    test: {
      file: "tests/areas/accounts/closing/waiting.test.ts",
      title: "is told when the mailer is back after a day, to the mailbox before a change too, and then forgotten",
    },
  },
];
