import type { Mutant } from "./mutant";

const deactivates = { of: "UPDATE users SET activated_at_ms = NULL" };
const transfer = { of: "INSERT INTO transfers" };

// Numbers that a refund sets free.
export const givingBack: Mutant[] = [
  {
    name: "refund without a fixed key: asked again after a crash, the provider pays back twice",
    code: {
      find: "payment.provider, { paymentId,",
      replace: "payment.provider, { paymentId: `${paymentId}:${deps.nowMs()}`,",
    },
  },
  { name: "refunds not sent: money that bought nothing is kept", drop: "DROP TRIGGER payments_changes_cause_work" },
  {
    name: "failed refund believed: a refund that the provider refused counts as made",
    code: { find: 'if (outcome.status === "failed")', replace: "if (false)" },
  },
  {
    name: "refund not booked: the books still owe what was sent back",
    audit: true,
    statements: { ...transfer, with: ["'payment:", ":refund'"], skip: true },
  },
  {
    name: "returned refund forgotten: nobody hears that a refund came back",
    code: { find: 'event.type === "refund.failed"', replace: "false" },
  },
  {
    name: "taken back too early: money that goes back before it is settled still buys",
    code: { find: '(outcome === "unknown-payment" && againAt', replace: "(false && againAt" },
  },
  {
    name: "disputed too early: a dispute told before its payment is settled is forgotten",
    test: "tests/areas/buying/settlement/reversing.test.ts > takes back what it then buys: a dispute, first read as 'again' after 120000 ms",
    code: { find: "(early && againAt", replace: "(false && againAt" },
  },
  {
    name: "a part counts as all: a partial refund takes the whole stake",
    code: { find: "refundedCents < (payment.receivedCents ?? 0)", replace: "false" },
  },
  {
    name: "certificate stays valid: a stake that was taken back still verifies",
    audit: true,
    statements: { of: "UPDATE certificates SET state = 'void'", skip: true },
  },
  {
    name: "stake stays active: a refunded stake goes on earning",
    audit: true,
    statements: { of: "UPDATE stakes SET state = 'frozen'", skip: true },
  },
  {
    name: "tokens stay: tokens of a refunded payment are kept",
    audit: true,
    statements: { ...transfer, with: [":tokens-reversal'"], skip: true },
  },
  {
    name: "reward stays: a reward for a refunded stake is kept",
    audit: true,
    statements: { of: "UPDATE referrals SET state = 'reversed'", skip: true },
  },
  {
    name: "account stays active: a refunded joining fee leaves the account active",
    statements: { ...deactivates, skip: true },
  },
  {
    name: "old dispute closes a new account: a later event about a disputed fee ends what another fee has paid for",
    code: {
      find: "AND NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ${userId} AND purpose = 'joining-fee' AND state = 'settled')",
      replace: "",
    },
    test: "tests/areas/buying/settlement/reversing.test.ts > for a disputed fee leaves alone what another fee has paid for since",
  },
  {
    name: "taken back twice: each copy of a dispute takes the income and tokens again",
    audit: true,
    statements: [
      { ...transfer, with: ["'payment:", ":reversal'"], freshId: true },
      { ...transfer, with: ["'payment:", ":tokens-reversal'"], freshId: true },
    ],
  },
  {
    name: "every dispute takes back: an inquiry, or a dispute that was won, freezes the stake",
    code: { find: "if (takesBack(standing)) {", replace: "if (true) {" },
  },
  {
    name: "a won dispute changes nothing: the stake stays frozen although the money is ours",
    code: { find: 'payment.state === "disputed" ? restorePayment', replace: "false ? restorePayment" },
  },
  {
    name: "no new certificate: a stake that was given again has no certificate",
    statements: {
      of: "INSERT INTO certificates",
      find: "FROM stakes WHERE payment_id = ? AND (state = 'active' OR exit_id IS NOT NULL)",
      replace: "FROM stakes WHERE payment_id = ? AND 0",
    },
  },
  {
    name: "tokens not given again: a won dispute costs the tokens",
    audit: true,
    statements: { ...transfer, with: [":tokens-restored'"], skip: true },
  },
  {
    name: "income not given again: money that is ours again is in no account",
    audit: true,
    statements: { ...transfer, with: ["'payment:", ":restored'"], skip: true },
  },
  {
    name: "reward not given again: a won dispute costs the referrer the reward",
    statements: { of: "UPDATE referrals SET state = iif(", skip: true },
  },
  {
    name: "taken back only once ever: a stake disputed, won and disputed again keeps its tokens",
    audit: true,
    code: { find: "time > 1 ? `${name}-${time}` : name", replace: "name" },
  },
  {
    name: "two fees after a won dispute: a fee won back is kept beside the one paid since (statement and unique index)",
    audit: true,
    statements: { of: "UPDATE payments SET state = 'refunding', reason = 'already-activated'", skip: true },
    drop: "DROP INDEX payments_one_fee_applied",
    flow: "give back a fee won beside another",
  },
  {
    name: "a lost dispute never reconciled: without its event a decision stays unheard",
    code: { find: 'standing === "won" || standing === "lost")', replace: "false)" },
    test: "tests/areas/buying/reconciliation/reconciling.test.ts > finds a decision that came months later without an event, after the provider's list has dropped the dispute",
  },
  {
    name: "refund of a lost dispute: money that the bank took is owed for ever",
    code: { find: 'disputeStanding(disputes) !== "lost"', replace: "true" },
  },
  {
    name: "a paid reward is kept: a reward that was paid stays although its stake was taken back",
    audit: true,
    statements: {
      of: "UPDATE referrals SET state = 'reversed'",
      find: "state IN ('held', 'pending', 'paid')",
      replace: "state IN ('held', 'pending')",
    },
  },
  {
    name: "a paid reward taken from pending: it is taken from an account where it no longer is",
    code: {
      find: "debit: walletIn(referrals.referrerId), amount: sql",
      replace: "debit: rewardsPendingIn(referrals.referrerId), amount: sql",
    },
  },
  {
    name: "given again twice: two answers about a won dispute restore the income twice",
    audit: true,
    statements: { ...transfer, with: ["'payment:", ":restored'"], freshId: true },
  },
  {
    name: "a reward paid twice: two operators pay the same reward",
    code: { find: 'name: "paid", debit: rewardsPendingIn', replace: "name: `paid:${nowMs}`, debit: rewardsPendingIn" },
    test: "tests/areas/accounts/rewards.test.ts > is paid once, though a second operator pays it a moment later",
  },
  {
    name: "a refund never reconciled: money sent back by the provider's staff, whose event was lost, still buys",
    code: {
      find: '(state === "settled" || (state === "disputed" && inFull)) && providerPaymentId',
      replace: "false && providerPaymentId",
    },
  },
  {
    name: "a refund during a dispute forgotten: a dispute won after a refund gives the stake again",
    code: { find: '(state === "settled" || (state === "disputed" && inFull))', replace: '(state === "settled")' },
    test: "tests/areas/buying/reconciliation/reconciling.test.ts > remembers a refund made during a dispute, so that winning it restores nothing",
  },
  {
    name: "given back with the stake: an operator gives the money back and the buyer keeps the stake",
    audit: true,
    code: {
      find: "...freezeBought(db, input),",
      replace: "...(input.to === house.unsettled ? [] : freezeBought(db, input)),",
    },
  },
  {
    name: "given back after a return: a stake whose return was paid out is refunded whole as well",
    code: { find: "THEN 'withdrawn-from' END", replace: "THEN NULL END" },
    test: "tests/areas/buying/settlement/giving-back.test.ts > is refused from when a return of the stake was asked for, with the bank and paid as well",
  },
  {
    name: "withheld and given again: a certificate that an operator made void comes back when a dispute is won",
    code: {
      find: "AND NOT EXISTS (SELECT 1 FROM certificates AS held WHERE held.stake_id = stakes.id AND held.withheld = 1) ON CONFLICT DO NOTHING",
      replace: "ON CONFLICT DO NOTHING",
    },
    test: "tests/areas/buying/settlement/disputes.test.ts > that is won brings no certificate back where an operator withholds it",
  },
  {
    name: "reissued beside the old one: the old certificate still counts once a new one is issued (statement and unique index)",
    audit: true,
    code: {
      find: "SET state = 'void', voided_at_ms = coalesce(voided_at_ms, ${nowMs}), withheld = 0",
      replace: "SET withheld = 0",
    },
    drop: "DROP INDEX certificates_one_valid",
  },
  {
    name: "a number that stays taken: the number of a refunded stake is never sold again",
    drop: "DROP TRIGGER payments_refunded_free_their_number",
  },
  {
    name: "a free number counted as sold: a cask sells one stake less for each that was refunded",
    audit: true,
    drop: "DROP TRIGGER stakes_freed_are_counted",
  },
  {
    name: "a free number passed over: the next buyer gets a new number, which another one holds already",
    statements: {
      of: "INSERT INTO stakes",
      find: "coalesce(freed.number, casks.sold_stakes + 1), coalesce(freed.sale_number, 0) + 1",
      replace: "casks.sold_stakes + 1, 1",
    },
  },
];
