import type { Bugs } from "./mutant";

const deactivates = { of: "UPDATE users SET activated_at_ms = NULL" };
const transfer = { of: "INSERT INTO transfers" };

// Numbers that a refund sets free.
export const givingBack: Bugs = {
  "refund without a fixed key: asked again after a crash, the provider pays back twice": {
    find: "payment.provider, { paymentId,",
    replace: "payment.provider, { paymentId: `${paymentId}:${deps.nowMs()}`,",
  },
  "refunds not sent: money that bought nothing is kept": { drop: "DROP TRIGGER payments_changes_cause_work" },
  "failed refund believed: a refund that the provider refused counts as made": {
    find: 'if (outcome.status === "failed")',
    replace: "if (false)",
  },
  "refund not booked: the books still owe what was sent back": {
    audit: true,
    ...transfer,
    with: ["'payment:", ":refund'"],
    skip: true,
  },
  "returned refund forgotten: nobody hears that a refund came back": {
    find: 'event.type === "refund.failed"',
    replace: "false",
  },
  "taken back too early: money that goes back before it is settled still buys": {
    find: '(outcome === "unknown-payment" && againAt',
    replace: "(false && againAt",
  },
  "disputed too early: a dispute told before its payment is settled is forgotten": {
    test: "tests/areas/buying/settlement/reversing.test.ts > takes back what it then buys: a dispute, first read as 'again' after 120000 ms",
    find: "(early && againAt",
    replace: "(false && againAt",
  },
  "a part counts as all: a partial refund takes the whole stake": {
    find: "refundedCents < (payment.receivedCents ?? 0)",
    replace: "false",
  },
  "certificate stays valid: a stake that was taken back still verifies": {
    audit: true,
    of: "UPDATE certificates SET state = 'void'",
    skip: true,
  },
  "stake stays active: a refunded stake goes on earning": {
    audit: true,
    of: "UPDATE stakes SET state = 'frozen'",
    skip: true,
  },
  "tokens stay: tokens of a refunded payment are kept": {
    audit: true,
    ...transfer,
    with: [":tokens-reversal'"],
    skip: true,
  },
  "reward stays: a reward for a refunded stake is kept": {
    audit: true,
    of: "UPDATE referrals SET state = 'reversed'",
    skip: true,
  },
  "account stays active: a refunded joining fee leaves the account active": { ...deactivates, skip: true },
  "old dispute closes a new account: a later event about a disputed fee ends what another fee has paid for": {
    find: "AND NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ${userId} AND purpose = 'joining-fee' AND state = 'settled')",
    replace: "",
    test: "tests/areas/buying/settlement/reversing.test.ts > for a disputed fee leaves alone what another fee has paid for since",
  },
  "taken back twice: each copy of a dispute takes the income and tokens again": {
    audit: true,
    statements: [
      { ...transfer, with: ["'payment:", ":reversal'"], freshId: true },
      { ...transfer, with: ["'payment:", ":tokens-reversal'"], freshId: true },
    ],
  },
  "every dispute takes back: an inquiry, or a dispute that was won, freezes the stake": {
    find: "if (takesBack(standing)) {",
    replace: "if (true) {",
  },
  "a won dispute changes nothing: the stake stays frozen although the money is ours": {
    find: 'payment.state === "disputed" ? restorePayment',
    replace: "false ? restorePayment",
  },
  "no new certificate: a stake that was given again has no certificate": {
    of: "INSERT INTO certificates",
    find: "FROM stakes WHERE payment_id = ? AND (state = 'active' OR exit_id IS NOT NULL)",
    replace: "FROM stakes WHERE payment_id = ? AND 0",
  },
  "tokens not given again: a won dispute costs the tokens": {
    audit: true,
    ...transfer,
    with: [":tokens-restored'"],
    skip: true,
  },
  "income not given again: money that is ours again is in no account": {
    audit: true,
    ...transfer,
    with: ["'payment:", ":restored'"],
    skip: true,
  },
  "reward not given again: a won dispute costs the referrer the reward": {
    of: "UPDATE referrals SET state = iif(",
    skip: true,
  },
  "taken back only once ever: a stake disputed, won and disputed again keeps its tokens": {
    audit: true,
    find: "time > 1 ? `${name}-${time}` : name",
    replace: "name",
  },
  "two fees after a won dispute: a fee won back is kept beside the one paid since (statement and unique index)": {
    audit: true,
    of: "UPDATE payments SET state = 'refunding', reason = 'already-activated'",
    skip: true,
    drop: "DROP INDEX payments_one_fee_applied",
    flow: "give back a fee won beside another",
  },
  "a lost dispute never reconciled: without its event a decision stays unheard": {
    find: 'standing === "won" || standing === "lost")',
    replace: "false)",
    test: "tests/areas/buying/reconciliation/reconciling.test.ts > finds a decision that came months later without an event, after the provider's list has dropped the dispute",
  },
  "refund of a lost dispute: money that the bank took is owed for ever": {
    find: 'disputeStanding(disputes) !== "lost"',
    replace: "true",
  },
  "a paid reward is kept: a reward that was paid stays although its stake was taken back": {
    audit: true,
    of: "UPDATE referrals SET state = 'reversed'",
    find: "state IN ('held', 'pending', 'paid')",
    replace: "state IN ('held', 'pending')",
  },
  "a paid reward taken from pending: it is taken from an account where it no longer is": {
    find: "debit: walletIn(referrals.referrerId), amount: sql",
    replace: "debit: rewardsPendingIn(referrals.referrerId), amount: sql",
  },
  "given again twice: two answers about a won dispute restore the income twice": {
    audit: true,
    ...transfer,
    with: ["'payment:", ":restored'"],
    freshId: true,
  },
  "a reward paid twice: two operators pay the same reward": {
    find: 'name: "paid", debit: rewardsPendingIn',
    replace: "name: `paid:${nowMs}`, debit: rewardsPendingIn",
    test: "tests/areas/accounts/rewards.test.ts > is paid once, though a second operator pays it a moment later",
  },
  "a refund never reconciled: money sent back by the provider's staff, whose event was lost, still buys": {
    find: '(state === "settled" || (state === "disputed" && inFull)) && providerPaymentId',
    replace: "false && providerPaymentId",
  },
  "a refund during a dispute forgotten: a dispute won after a refund gives the stake again": {
    find: '(state === "settled" || (state === "disputed" && inFull))',
    replace: '(state === "settled")',
    test: "tests/areas/buying/reconciliation/reconciling.test.ts > remembers a refund made during a dispute, so that winning it restores nothing",
  },
  "given back with the stake: an operator gives the money back and the buyer keeps the stake": {
    audit: true,
    find: "...freezeBought(db, input),",
    replace: "...(input.to === house.unsettled ? [] : freezeBought(db, input)),",
  },
  "given back after a return: a stake whose return was paid out is refunded whole as well": {
    find: "THEN 'withdrawn-from' END",
    replace: "THEN NULL END",
    test: "tests/areas/buying/settlement/giving-back.test.ts > is refused from when a return of the stake was asked for, with the bank and paid as well",
  },
  "withheld and given again: a certificate that an operator made void comes back when a dispute is won": {
    find: "AND NOT EXISTS (SELECT 1 FROM certificates AS held WHERE held.stake_id = stakes.id AND held.withheld = 1) ON CONFLICT DO NOTHING",
    replace: "ON CONFLICT DO NOTHING",
    test: "tests/areas/buying/settlement/disputes.test.ts > that is won brings no certificate back where an operator withholds it",
  },
  "reissued beside the old one: the old certificate still counts once a new one is issued (statement and unique index)":
    {
      audit: true,
      find: "SET state = 'void', voided_at_ms = coalesce(voided_at_ms, ${nowMs}), withheld = 0",
      replace: "SET withheld = 0",
      drop: "DROP INDEX certificates_one_valid",
    },
  "a number that stays taken: the number of a refunded stake is never sold again": {
    drop: "DROP TRIGGER payments_refunded_free_their_number",
  },
  "a free number counted as sold: a cask sells one stake less for each that was refunded": {
    audit: true,
    drop: "DROP TRIGGER stakes_freed_are_counted",
  },
  "a free number passed over: the next buyer gets a new number, which another one holds already": {
    of: "INSERT INTO stakes",
    find: "coalesce(freed.number, casks.sold_stakes + 1), coalesce(freed.sale_number, 0) + 1",
    replace: "casks.sold_stakes + 1, 1",
  },
};
