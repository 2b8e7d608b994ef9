import type { Bugs } from "./mutant";

export const twoOperators: Bugs = {
  "a call-back forgets a row: a run that is called back keeps one of its rows": {
    of: "UPDATE payout_run_rows SET released_at_ms",
    find: "AND released_at_ms IS NULL",
    replace: "AND released_at_ms IS NULL AND place > 1",
  },
  "what came back stays at the bank: a payout that the bank sent back is not booked into the wallet": {
    of: "INSERT INTO transfers",
    with: ["'withdrawal-returned'"],
    skip: true,
  },
  "the guard dropped: any logged-in user does what operators do": {
    find: "AS reason WHERE reason IS NOT NULL",
    replace: "AS reason WHERE 0",
    test: 'tests/core/session/guarded.test.ts > fails the whole batch for an investor: "change"',
  },
  "readers change things: a reader may change things": {
    find: 'needs === "look" ? sql`` : sql`WHEN',
    replace: "needs === needs ? sql`` : sql`WHEN",
    test: "tests/core/session/guarded.test.ts > lets an operator with a recent code look and change, and a reader only look",
  },
  "the guard asks for no code: an operator's stolen session pays without a code": {
    find: "WHEN ${access.fresh} IS NOT TRUE",
    replace: "WHEN 0",
    test: 'tests/core/session/guarded.test.ts > fails the whole batch of an operator whose session is no good: "change"',
  },
  "the guard asks for no session: an operator who was signed out goes on": {
    code: [
      { find: "WHEN ${access.live} IS NOT TRUE", replace: "WHEN 0" },
      { find: "WHEN ${access.fresh} IS NOT TRUE", replace: "WHEN 0" },
    ],
    test: 'tests/core/session/guarded.test.ts > fails the whole batch of an operator whose session is no good: "look"',
  },
  "a setting is confirmed by its own proposer: one operator proposes and confirms": {
    find: "AND state = 'open' AND proposed_by <> ${operatorId} AND expires_at_ms",
    replace: "AND state = 'open' AND expires_at_ms",
    test: "tests/core/settings/change-setting.test.ts > is never confirmed by its own proposer",
  },
  "a changed proposal keeps the first proposer: who changed a proposal of another confirms the own change": {
    find: "becomes}, ${operatorId}, ${nowMs}, ${nowMs + PROPOSAL_MS}",
    replace:
      "becomes}, coalesce((SELECT first.proposed_by FROM change_proposals AS first WHERE first.subject = ${subject} AND first.state = 'replaced' ORDER BY first.rowid DESC LIMIT 1), ${operatorId}), ${nowMs}, ${nowMs + PROPOSAL_MS}",
    test: "tests/core/settings/change-setting.test.ts > proposed with another figure by another operator is that operator's own proposal",
  },
  "a proposal outlives its value: what was proposed for another value is confirmed": {
    find: "        AND was = ${was} AND ${given",
    replace: "        AND ${given",
    test: "tests/core/settings/change-setting.test.ts > is not confirmed once the value it rests on has changed, after a week, or after it was taken back",
  },
  "a backdated value needs nobody: a value dated before an earlier entry makes a return, and one operator enters it": {
    find: "entries.some((entry) => valuedOn < entry.valuedOn)",
    replace: "false",
    test: "tests/domain/casks.test.ts > if it is dated before an earlier entry, corrected or not; corrected ones say nothing of the value",
  },
  "a raise over ten per cent needs nobody: one operator makes a return of any size": {
    find: "valueCents * 10 > before * 11",
    replace: "false",
    test: "tests/domain/casks.test.ts > if it is more than a tenth above the last value, or the price where there is none",
  },
  "small steps add up to nothing: a tenth each day, and one operator makes a return of any size": {
    find: "counted.findLastIndex(({ alone }) => !alone)",
    replace: "counted.length - 1",
    test: "tests/domain/casks.test.ts > if small steps come to more than a tenth of what two had seen, however slow they are; what two saw starts again",
  },
  "a holder decides about the value: an operator confirms what the own stakes bring": {
    code: [
      { find: 'if (result.owns) return { ok: false, code: "own-stake" }; const valuation', replace: "const valuation" },
      { find: "sql`(${ownsNothingOf(sql`${caskId}`, operatorId)} AND", replace: "sql`(true AND" },
    ],
    test: "tests/areas/casks/valuing.test.ts > takes no part in proposing, recording or confirming its value: active",
  },
  "parts of a large payout: what was paid before does not count towards the identity check": {
    find: "+ ${paid(sql`coalesce(sum(earlier.amount_cents), 0)`)}",
    replace: "",
    test: "tests/areas/payouts/withdrawals/identity-limit.test.ts > a payout needs an identity check once all payouts come to a cent more than their limit",
  },
  "over a limit and not looked at: a request over a limit is paid without an operator's look": {
    find: "WHEN withdrawals.over_limit IS NOT NULL AND withdrawals.cleared_at_ms IS NULL THEN",
    replace: "WHEN 0 THEN",
    test: "tests/areas/payouts/withdrawals/payout-limits.test.ts > is paid once an operator has cleared it",
  },
};
