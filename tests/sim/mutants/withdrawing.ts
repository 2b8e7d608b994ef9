import type { Mutant } from "./mutant";

const transfer = { of: "INSERT INTO transfers" };
const hold = { ...transfer, with: ["'withdrawal-hold'"], find: "FROM withdrawals WHERE" };
const asked = { of: "INSERT INTO withdrawals" };
const ofReturn = { ...asked, with: ["FROM stakes JOIN users"] };
const pays = { of: "UPDATE withdrawals SET state = 'paid'" };

export const withdrawing: Mutant[] = [
  {
    name: "withdrawal not held",
    breaks: "what was asked for can be asked for again as wallet balance",
    audit: true,
    statements: [{ ...hold, replace: "FROM withdrawals WHERE stake_id IS NULL AND" }],
  },
  {
    name: "asked for twice",
    breaks: "one cycle's return is requested twice (unique index)",
    audit: true,
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
    audit: true,
    statements: [{ of: "UPDATE withdrawals SET state =", find: "withdrawals.state = 'progress'", replace: "1" }],
    drop: ["DROP TRIGGER withdrawals_state_graph"],
  },
  {
    name: "payout without a fixed id",
    breaks: "a replay of the decision books the payout again",
    audit: true,
    statements: [{ ...transfer, with: ["'withdrawal-paid'"], freshId: true }],
  },
  {
    name: "payout not booked",
    breaks: "what was paid out stays held",
    audit: true,
    statements: [{ ...transfer, with: ["'withdrawal-paid'"], skip: true }],
  },
  {
    name: "rejected and kept",
    breaks: "what was held for a rejected request is not given back",
    audit: true,
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
  {
    name: "asked for without a session",
    breaks: "'log out everywhere' between reading and writing does not stop a withdrawal",
    statements: [{ ...ofReturn, find: "AND sessions.revoked_at_ms IS NULL", replace: "" }],
  },
  {
    name: "asked for with an old code",
    breaks: "a login of long ago is enough for a withdrawal",
    code: [{ find: "nowMs - viewer.provedAtMs < FRESH_PROOF_MS", replace: "true" }],
  },
  {
    name: "another account does not wait",
    breaks: "an account that was never paid to is paid at once if another one was",
    statements: [{ ...asked, find: "AND earlier.account_mark IN (?)", replace: "" }],
  },
  {
    name: "a rejected request makes an account known",
    breaks: "who was turned down need not wait the second time",
    statements: [{ ...asked, find: "AND earlier.state = 'paid'", replace: "" }],
  },
  {
    name: "a new phone number does not hold",
    breaks: "after a change of mail or phone money leaves at once",
    statements: [{ ...asked, find: "(SELECT contact_changed_at_ms FROM users WHERE users.id = ?)", replace: "0" }],
  },
  {
    name: "a new bank account does not hold",
    breaks: "after a change of bank details money leaves at once",
    statements: [
      { ...asked, find: "(SELECT changed_at_ms FROM bank_details WHERE bank_details.user_id = ?)", replace: "0" },
    ],
  },
  {
    name: "no limit of requests a day",
    breaks: "mailboxes are filled with requests",
    statements: [{ ...asked, find: "AND recent.created_at_ms > ?) <", replace: "AND 0) <" }],
  },
  {
    name: "accounts not counted",
    breaks: "a person's money goes to many accounts, and nobody looks",
    statements: [{ ...asked, find: "THEN 'payout_accounts_per_month'", replace: "THEN NULL" }],
  },
  {
    name: "a loss made good is paid as a gain",
    breaks: "the high-water mark is ignored (plan and statement)",
    audit: true,
    code: [
      { find: "return Math.max(stake.priceCents, ...reckoned, ...taken)", replace: "return stake.priceCents" },
      { find: "AND ${highWaterMark(plan)} = ${plan.markCents}", replace: "" },
    ],
  },
  {
    name: "later cycles a month late",
    breaks: "the second cycle and those after it end a month too late",
    code: [
      {
        find: "return addMonths(purchasedOn, CYCLE_MONTHS * number)",
        replace: "return addMonths(purchasedOn, CYCLE_MONTHS * number + (number > 1 ? 1 : 0))",
      },
    ],
  },
  {
    name: "payout to somebody with a dispute",
    breaks: "money is paid out that a lost dispute takes back",
    statements: [{ ...pays, find: "payments.state = 'disputed'", replace: "0" }],
  },
  {
    name: "payout for a frozen stake",
    breaks: "the return of a stake that was refunded is paid out",
    statements: [{ ...pays, find: "stakes.state = 'frozen'", replace: "0" }],
  },
  {
    name: "no identity check needed",
    breaks: "large sums go to people nobody has identified",
    statements: [{ ...pays, find: "THEN 'identity-check-needed'", replace: "THEN NULL" }],
  },
  {
    name: "parts of a large payout",
    breaks: "what was paid within a month does not count towards the identity check",
    statements: [{ ...pays, find: "AND earlier.updated_at_ms > ?", replace: "AND 0" }],
  },
  {
    name: "over a limit and not looked at",
    breaks: "a request over a limit is paid without an operator's look",
    statements: [{ ...pays, find: "withdrawals.over_limit IS NOT NULL", replace: "0" }],
  },
  {
    name: "cancelled after it was decided",
    breaks: "what was paid out goes back to the wallet too (statement and trigger)",
    audit: true,
    statements: [
      { of: "UPDATE withdrawals SET state = 'cancelled'", find: "AND withdrawals.state = 'progress'", replace: "" },
    ],
    drop: ["DROP TRIGGER withdrawals_state_graph"],
  },
  {
    name: "cancelled and kept",
    breaks: "what was held for a cancelled request is not given back",
    audit: true,
    statements: [{ ...transfer, with: ["'withdrawal-released'", "state = 'cancelled'"], skip: true }],
  },
  {
    name: "the link stops another one",
    breaks: "whoever has one link stops somebody else's withdrawal",
    statements: [
      { of: "SELECT", with: ["FROM withdrawals"], find: "WHERE withdrawals.stop_token = ?", replace: "WHERE 1" },
    ],
  },
  {
    name: "a payer of their own",
    breaks: "investors record identity checks for themselves",
    code: [
      {
        find: "WHERE users.id = ${userId} AND users.id <> ${operatorId} AND ${isOperator(operatorId)} AND",
        replace: "WHERE users.id = ${userId} AND",
      },
    ],
    test: {
      file: "tests/features/withdrawals/payout-limits.test.ts",
      title: "is not let through by a check that an investor, an ended session or the person themselves recorded",
    },
  },
  {
    name: "asked for by an inactive account",
    breaks: "an account closed between reading and writing withdraws",
    code: [
      {
        find: "stakes.price_cents = ${plan.holding.priceCents} AND users.activated_at_ms IS NOT NULL",
        replace: "stakes.price_cents = ${plan.holding.priceCents}",
      },
    ],
    test: {
      file: "tests/features/withdrawals/request-withdrawal.test.ts",
      title: "is refused if the account was deactivated",
    },
  },
];
