import type { Mutant } from "./mutant";

const file = "tests/core/settings/change-setting.test.ts";
const ofValues = "tests/routes/operator/two-operators.test.ts";

export const twoOperators: Mutant[] = [
  {
    name: "a setting is confirmed by its own proposer",
    breaks: "one operator proposes and confirms",
    code: [
      {
        find: "AND state = 'open' AND proposed_by <> ${operatorId} AND expires_at_ms",
        replace: "AND state = 'open' AND expires_at_ms",
      },
    ],
    test: { file, title: "is never confirmed by its own proposer" },
  },
  {
    name: "a changed proposal keeps the first proposer",
    breaks: "who changed a proposal of another confirms the own change",
    code: [
      {
        find: "becomes}, ${operatorId}, ${nowMs}, ${nowMs + PROPOSAL_MS}",
        replace:
          "becomes}, coalesce((SELECT first.proposed_by FROM change_proposals AS first WHERE first.subject = ${subject} AND first.state = 'replaced' ORDER BY first.rowid DESC LIMIT 1), ${operatorId}), ${nowMs}, ${nowMs + PROPOSAL_MS}",
      },
    ],
    test: { file, title: "proposed with another figure by another operator is that operator's own proposal" },
  },
  {
    name: "a proposal outlives its value",
    breaks: "what was proposed for another value is confirmed",
    code: [{ find: "        AND was = ${was} AND ${given", replace: "        AND ${given" }],
    test: {
      file,
      title: "is not confirmed once the value it rests on has changed, after a week, or after it was taken back",
    },
  },
  {
    name: "a backdated value needs nobody",
    breaks: "a value dated before an earlier entry makes a return, and one operator enters it",
    code: [{ find: "entries.some((entry) => valuedOn < entry.valuedOn)", replace: "false" }],
    test: {
      file: ofValues,
      title: "that is dated before an earlier entry needs a second operator, however small it is",
    },
  },
  {
    name: "a raise over ten per cent needs nobody",
    breaks: "one operator makes a return of any size",
    code: [{ find: "valueCents * 10 > before * 11", replace: "false" }],
    test: {
      file: ofValues,
      title: "that raises the value by more than a tenth needs a second operator, who sees from what to what",
    },
  },
  {
    name: "small steps add up to nothing",
    breaks: "a tenth each day, and one operator makes a return of any size",
    code: [{ find: "counted.findLastIndex(({ alone }) => !alone)", replace: "counted.length - 1" }],
    test: { file: ofValues, title: "does not reach more than a tenth in small steps either" },
  },
  {
    name: "a holder decides about the value",
    breaks: "an operator confirms what the own stakes bring",
    code: [
      { find: 'if (result.owns) return { ok: false, code: "own-stake" }; const valuation', replace: "const valuation" },
      { find: "sql`(${ownsNothingOf(sql`${caskId}`, operatorId)} AND", replace: "sql`(true AND" },
    ],
    test: { file: ofValues, title: "is neither recorded, proposed nor confirmed by a holder of a stake of the cask" },
  },
  {
    name: "parts of a large payout",
    breaks: "what was paid within a month does not count towards the identity check",
    code: [{ find: "sql`AND ${table}.updated_at_ms > ${nowMs} - ${MONTH_MS}`", replace: "sql`AND 0`" }],
    test: {
      file: "tests/areas/payouts/withdrawals/identity-limit.test.ts",
      title: "counts what was paid to this person within 30 days",
    },
  },
  {
    name: "over a limit and not looked at",
    breaks: "a request over a limit is paid without an operator's look",
    code: [
      {
        find: "WHEN withdrawals.over_limit IS NOT NULL AND withdrawals.cleared_at_ms IS NULL THEN",
        replace: "WHEN 0 THEN",
      },
    ],
    test: {
      file: "tests/areas/payouts/withdrawals/payout-limits.test.ts",
      title: "and is paid once one has cleared it",
    },
  },
];
