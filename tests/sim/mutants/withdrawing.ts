import type { Mutant } from "./mutant";

const ask = "app/features/withdrawals/request-withdrawal.ts";
const balance = "app/features/withdrawals/request-balance-withdrawal.ts";
const decide = "app/features/withdrawals/decide-withdrawal.ts";

export const withdrawing: Mutant[] = [
  {
    name: "withdrawal not held",
    breaks: "what was asked for can be asked for again as wallet balance",
    edits: [
      {
        file: ask,
        find: 'reason: "withdrawal-hold", nowMs },\n      inProgress,',
        replace: 'reason: "withdrawal-hold", nowMs },\n      { from: withdrawals, where: sql`0` },',
      },
    ],
  },
  {
    name: "asked for twice",
    breaks: "one cycle's return is requested twice (unique index)",
    drop: ["DROP INDEX withdrawals_one_per_cycle"],
  },
  {
    name: "paid before its time",
    breaks: "the 48 hours after a change of bank details are not kept",
    edits: [{ file: decide, find: "AND payable_from_ms <= ${nowMs}", replace: "" }],
  },
  {
    name: "decided twice",
    breaks: "a withdrawal that was paid is rejected too (statement and trigger)",
    edits: [{ file: decide, find: "AND withdrawals.state = 'progress'", replace: "" }],
    drop: ["DROP TRIGGER withdrawals_state_graph"],
  },
  {
    name: "payout without a fixed id",
    breaks: "a replay of the decision books the payout again",
    edits: [{ file: decide, find: 'name: "paid",', replace: "name: `paid:${nowMs}`," }],
  },
  {
    name: "payout not booked",
    breaks: "what was paid out stays held",
    edits: [
      {
        file: decide,
        find: 'reason: "withdrawal-paid",\n        nowMs,\n      },\n      isNow(withdrawalId, "paid"),',
        replace: 'reason: "withdrawal-paid",\n        nowMs,\n      },\n      { from: withdrawals, where: sql`0` },',
      },
    ],
  },
  {
    name: "rejected and kept",
    breaks: "what was held for a rejected request is not given back",
    edits: [
      {
        file: decide,
        find: 'reason: "withdrawal-released", nowMs },\n      isNow(withdrawalId, "rejected"),',
        replace: 'reason: "withdrawal-released", nowMs },\n      { from: withdrawals, where: sql`0` },',
      },
    ],
  },
  {
    name: "balance not held",
    breaks: "the wallet's balance is asked for and still there",
    edits: [
      {
        file: balance,
        find: "sql`id = ${withdrawalId} AND state = 'progress'`",
        replace: "sql`0`",
      },
    ],
  },
  {
    name: "another balance than shown",
    breaks: "what came in meanwhile is taken too",
    edits: [
      {
        file: balance,
        find: "AND accounts.credits_total - accounts.debits_total = ${amountCents} AND",
        replace: "AND",
      },
    ],
  },
];
