import type { Bugs } from "./mutant";

const transfer = { of: "INSERT INTO transfers" };
const hold = { ...transfer, with: ["'withdrawal-hold'"], find: "FROM withdrawals WHERE" };
const asked = { of: "INSERT INTO withdrawals" };
const ofReturn = { ...asked, with: ["FROM users JOIN stakes"] };
const pays = { of: "UPDATE withdrawals SET state = 'paid'" };

export const withdrawing: Bugs = {
  "the payout file claims nothing: what stands in a payout run waits on: it can be cancelled, and is in the next run too":
    { of: "UPDATE withdrawals SET state = 'sending'", with: ["SELECT withdrawal_id FROM payout_run_rows"], skip: true },
  "cancelled at the bank: an investor or a stop link takes back what the bank has (statement and trigger)": {
    of: "UPDATE withdrawals SET state = 'cancelled'",
    find: "AND withdrawals.state = 'progress'",
    replace: "AND withdrawals.state IN ('progress', 'sending')",
    drop: "DROP TRIGGER withdrawals_changes",
  },
  "a second run takes the same row: what one payout run holds is put into another (statement, unique index and trigger)":
    {
      find: "sql`withdrawals.state = 'progress'\n  AND withdrawals.user_id <> ${operatorId} AND ${isPayable(nowMs)}",
      replace:
        "sql`withdrawals.state IN ('progress', 'sending')\n  AND withdrawals.user_id <> ${operatorId} AND ${isPayable(nowMs)}",
      drop: ["DROP INDEX payout_run_rows_one_open", "DROP TRIGGER payout_run_rows_of_waiting"],
    },
  "a called-back run without its state: a run lets go of its rows, but they stay with the bank": {
    of: "UPDATE withdrawals SET state = 'progress'",
    with: ["payout_run_rows"],
    skip: true,
  },
  "marked without a booking: what is marked paid in a run stays held": {
    audit: true,
    ...transfer,
    with: ["'withdrawal-paid'", "payout_run_rows"],
    skip: true,
  },
  "the first proposer kept: a proposal changed by another operator stays the first one's, so that the second confirms their own change":
    {
      find: "SET operator_id = excluded.operator_id, bank_reference = excluded.bank_reference,",
      replace: "SET bank_reference = excluded.bank_reference,",
      test: "tests/areas/payouts/withdrawals/proposals.test.ts > replaces another operator's proposal, one under another reference, and one that was called back",
    },
  "no limit a day: one operator pays any sum in a day": {
    find: "AND withdrawals.amount_cents <= ${leftToday(operatorId, nowMs)}`),",
    replace: "`),",
    test: "tests/areas/payouts/withdrawals/payers.test.ts > pays as much as the setting says, to the cent, and another one as much again",
  },
  "paid on their own word: who valued a cask pays the return that rests on it": {
    find: "WHERE valuations.id = withdrawals.valuation_id AND",
    replace: "WHERE 0 AND",
    test: "tests/areas/payouts/withdrawals/payers.test.ts > a return that rests on a value of theirs, and pays one that rests on another's, or on none",
  },
  "withdrawal not held: what was asked for can be asked for again as wallet balance": {
    audit: true,
    ...hold,
    replace: "FROM withdrawals WHERE stake_id IS NULL AND",
  },
  "asked for twice: one cycle's return is requested twice (unique index)": {
    audit: true,
    drop: "DROP INDEX withdrawals_one_per_cycle",
  },
  "paid before its time: the 48 hours after a change of bank details are not kept": {
    of: "UPDATE withdrawals SET state = 'paid'",
    find: "withdrawals.payable_from_ms <= ?",
    replace: "1",
  },
  "decided twice: a withdrawal that was paid is decided again (the trigger still refuses another state)": {
    find: "AND ${isTheirs} AND withdrawals.state IN ('progress', 'sending')",
    replace: "AND ${isTheirs}",
    test: "tests/areas/payouts/withdrawals/one-request.test.ts > keeps its first reference and can no longer be rejected",
  },
  "payout without a fixed id: a replay of the decision books the payout again": {
    audit: true,
    ...transfer,
    with: ["'withdrawal-paid'"],
    freshId: true,
  },
  "payout not booked: what was paid out stays held": {
    audit: true,
    ...transfer,
    with: ["'withdrawal-paid'"],
    skip: true,
  },
  "rejected and kept: what was held for a rejected request is not given back": {
    audit: true,
    ...transfer,
    with: ["'withdrawal-released'"],
    skip: true,
  },
  "balance not held: the wallet's balance is asked for and still there": {
    ...hold,
    replace: "FROM withdrawals WHERE stake_id IS NOT NULL AND",
  },
  "another balance than shown: what came in meanwhile is taken too": {
    of: "INSERT INTO withdrawals",
    find: "accounts.credits_total - accounts.debits_total = ?",
    replace: "1",
  },
  "asked for without a session: 'log out everywhere' between reading and writing does not stop a withdrawal": {
    ...ofReturn,
    find: "AND sessions.revoked_at_ms IS NULL",
    replace: "",
  },
  "asked for with an old code: a login of long ago is enough for a withdrawal": {
    find: "SEND_PROOF_MS = 60 * 60_000",
    replace: "SEND_PROOF_MS = 6_000 * 60_000",
  },
  "another account does not wait: an account that was never paid to is paid at once if another one was": {
    ...asked,
    find: "AND earlier.account_mark IN (?)",
    replace: "",
  },
  "a rejected request makes an account known: who was turned down need not wait the second time": {
    ...asked,
    find: "AND earlier.state = 'paid'",
    replace: "",
  },
  "a new phone number does not hold: after a change of mail or phone money leaves at once": {
    ...asked,
    find: "(SELECT contact_changed_at_ms FROM users WHERE users.id = ?)",
    replace: "0",
  },
  "a new bank account does not hold: after a change of bank details money leaves at once": {
    ...asked,
    find: "(SELECT changed_at_ms FROM bank_details WHERE bank_details.user_id = ?)",
    replace: "0",
  },
  "no limit of requests a day: mailboxes are filled with requests": {
    find: '< ${setting("withdrawal_requests_per_day")}',
    replace: "< 1000000",
    test: "tests/areas/payouts/withdrawals/payout-limits.test.ts > is limited within a day",
  },
  "accounts not counted: a person's money goes to many accounts, and nobody looks": {
    ...asked,
    find: "THEN 'payout_accounts_per_month'",
    replace: "THEN NULL",
  },
  "a loss made good is paid as a gain: the high-water mark is ignored (plan and statement)": {
    audit: true,
    code: [
      {
        find: "return Math.max(stake.priceCents, stake.markCents ?? 0, ...calculated, ...taken)",
        replace: "return stake.priceCents",
      },
      { find: "AND ${highWaterMark(plan)} = ${plan.markCents}", replace: "" },
    ],
  },
  "later cycles a month late: the second cycle and those after it end a month too late": {
    find: "return addMonths(purchasedOn, CYCLE_MONTHS * number)",
    replace: "return addMonths(purchasedOn, CYCLE_MONTHS * number + (number > 1 ? 1 : 0))",
  },
  "payout to somebody with a dispute: money is paid out that a lost dispute takes back": {
    find: "WHEN ${isDisputed} THEN 'disputed'",
    replace: "",
    test: "tests/areas/payouts/withdrawals/payout-limits.test.ts > is stopped while any payment of the person is disputed, even another one",
  },
  "payout for a frozen stake: the return of a stake that was refunded is paid out": {
    find: "AND (stakes.state = 'frozen' OR stakes.freed_at_ms IS NOT NULL))`;",
    replace: "AND 0)`;",
    test: "tests/areas/payouts/withdrawals/one-request.test.ts > is not paid while its stake is frozen, and is paid once that is active again",
  },
  "no identity check needed: large sums go to people nobody has identified": {
    ...pays,
    find: "THEN 'identity-check-needed'",
    replace: "THEN NULL",
  },
  "cancelled after it was decided: what was paid out goes back to the wallet too (statement and trigger)": {
    audit: true,
    of: "UPDATE withdrawals SET state = 'cancelled'",
    find: "AND withdrawals.state = 'progress'",
    replace: "",
    drop: "DROP TRIGGER withdrawals_changes",
  },
  "cancelled and kept: what was held for a cancelled request is not given back": {
    audit: true,
    ...transfer,
    with: ["'withdrawal-released'", "state = 'cancelled'"],
    skip: true,
  },
  "the link stops another one: one stop link stops another person's withdrawal": {
    of: "SELECT",
    with: ["FROM withdrawals"],
    find: "WHERE withdrawals.stop_token = ?",
    replace: "WHERE 1",
  },
  "a payer of their own: operators record identity checks for themselves": {
    find: "WHERE users.id = ${userId} AND users.id <> ${operatorId}",
    replace: "WHERE users.id = ${userId}",
    test: "tests/areas/payouts/withdrawals/payout-limits.test.ts > is not let through by a check that the person themselves recorded",
  },
  "asked for by an inactive account: an account closed between reading and writing withdraws": {
    find: "AND users.activated_at_ms IS NOT NULL AND ${stands}",
    replace: "AND ${stands}",
    test: "tests/areas/payouts/withdrawals/request-withdrawal.test.ts > is refused if the account was deactivated",
  },
};
