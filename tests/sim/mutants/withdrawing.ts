import type { Mutant } from "./mutant";

const transfer = { of: "INSERT INTO transfers" };
const hold = { ...transfer, with: ["'withdrawal-hold'"], find: "FROM withdrawals WHERE" };

export const withdrawing: Mutant[] = [
  {
    name: "withdrawal not held",
    breaks: "what was asked for can be asked for again as wallet balance",
    statements: [{ ...hold, replace: "FROM withdrawals WHERE stake_id IS NULL AND" }],
  },
  {
    name: "asked for twice",
    breaks: "one cycle's return is requested twice (unique index)",
    drop: ["DROP INDEX withdrawals_one_per_cycle"],
  },
  {
    name: "paid before its time",
    breaks: "the 48 hours after a change of bank details are not kept",
    statements: [{ of: "UPDATE withdrawals SET state = 'paid'", find: "payable_from_ms <= ?", replace: "1" }],
  },
  {
    name: "decided twice",
    breaks: "a withdrawal that was paid is rejected too (statement and trigger)",
    statements: [{ of: "UPDATE withdrawals SET state =", find: "withdrawals.state = 'progress'", replace: "1" }],
    drop: ["DROP TRIGGER withdrawals_state_graph"],
  },
  {
    name: "payout without a fixed id",
    breaks: "a replay of the decision books the payout again",
    statements: [{ ...transfer, with: ["'withdrawal-paid'"], freshId: true }],
  },
  {
    name: "payout not booked",
    breaks: "what was paid out stays held",
    statements: [{ ...transfer, with: ["'withdrawal-paid'"], skip: true }],
  },
  {
    name: "rejected and kept",
    breaks: "what was held for a rejected request is not given back",
    statements: [{ ...transfer, with: ["'withdrawal-released'"], skip: true }],
  },
  {
    name: "balance not held",
    breaks: "the wallet's balance is asked for and still there",
    statements: [{ ...hold, replace: "FROM withdrawals WHERE stake_id IS NOT NULL AND" }],
  },
  {
    name: "another balance than shown",
    breaks: "what came in meanwhile is taken too",
    statements: [
      {
        of: "INSERT INTO withdrawals",
        find: "accounts.credits_total - accounts.debits_total = ?",
        replace: "1",
      },
    ],
  },
];
