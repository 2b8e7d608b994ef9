import type { Mutant } from "./mutant";

// What operators do about payouts, and the guard in front of it. The simulation plays operators who may do what they do; the tests of the guard show that no one
// else can.

const file = "tests/core/session/guarded.test.ts";

export const operating: Mutant[] = [
  {
    name: "a call-back forgets a row",
    breaks: "a run that is called back keeps one of its rows",
    statements: [
      {
        of: "UPDATE payout_run_rows SET released_at_ms",
        find: "AND released_at_ms IS NULL",
        replace: "AND released_at_ms IS NULL AND place > 1",
      },
    ],
  },
  {
    name: "what came back stays at the bank",
    breaks: "a payout that the bank sent back is not booked into the wallet",
    statements: [{ of: "INSERT INTO transfers", with: ["'withdrawal-returned'"], skip: true }],
  },
  {
    name: "the guard dropped",
    breaks: "any logged-in user does what operators do",
    code: [{ find: "AS reason WHERE reason IS NOT NULL", replace: "AS reason WHERE 0" }],
    test: {
      file: "tests/routes/operator/guard.test.ts",
      title: "changes nothing for anyone but an operator: an investor",
    },
  },
  {
    name: "readers change things",
    breaks: "a reader may change things",
    code: [{ find: 'needs === "look" ? sql`` : sql`WHEN', replace: "needs === needs ? sql`` : sql`WHEN" }],
    test: { file, title: "lets an operator with a recent code look and change, and a reader only look" },
  },
  {
    name: "the guard asks for no code",
    breaks: "an operator's stolen session pays without a code",
    code: [{ find: "WHEN ${access.fresh} IS NOT TRUE", replace: "WHEN 0" }],
    test: { file, title: 'fails the whole batch of an operator whose session is no good: "change"' },
  },
  {
    name: "the guard asks for no session",
    breaks: "an operator who was signed out goes on",
    code: [
      { find: "WHEN ${access.live} IS NOT TRUE", replace: "WHEN 0" },
      { find: "WHEN ${access.fresh} IS NOT TRUE", replace: "WHEN 0" },
    ],
    test: { file, title: 'fails the whole batch of an operator whose session is no good: "look"' },
  },
];
