import { type Bugs, withoutStockCheck } from "./mutant";

const stakePayment = { of: "INSERT INTO payments", with: ["'stake'"] };
const transfer = { of: "INSERT INTO transfers" };
const takesPlace = { of: "UPDATE reservations SET state = 'paid'" };
const reward = { ...transfer, with: ["'referral-reward'"] };

export const settling: Bugs = {
  "no stock guard: more stakes are held than there are (statement and CHECK)": {
    audit: true,
    statements: [
      { ...stakePayment, find: ">= casks.total_stakes THEN 'held-by-others'", replace: "< 0 THEN ''" },
      withoutStockCheck,
    ],
  },
  "no window guard: stakes are sold before the launch and after the close": {
    statements: [
      { ...stakePayment, find: "casks.launches_on > ?", replace: "0" },
      { ...stakePayment, find: "casks.closes_on < ?", replace: "0" },
    ],
  },
  "no activation guard: stakes are sold to accounts that have not paid the joining fee": {
    ...stakePayment,
    find: "buyer.activated_at_ms IS NOT NULL",
    replace: "1",
  },
  "no limit of open checkouts: one person holds more places than allowed": {
    ...stakePayment,
    find: "NOT (purpose = 'stake' AND offer_id IS NULL AND cask_id = ?)) >= ?",
    replace: "1) >= 1000",
  },
  "overdue holds stay: places of people who never paid are never freed": {
    of: "UPDATE payments SET state = 'expired'",
    find: "expires_at_ms <= ? ORDER BY",
    replace: "0 ORDER BY",
  },
  "place not given back: an ended payment keeps its reservation": {
    audit: true,
    drop: "DROP TRIGGER payments_free_their_stake",
  },
  "session left open: an ended payment can still be paid at the provider": {
    drop: "DROP TRIGGER payments_changes_cause_work",
  },
  "open payments not looked at: without an event nobody asks whether a payment was made": {
    find: 'const { state } = await settlePayment(deps, { paymentId }); if (state !== "open") return state;',
    replace: "",
    test: "tests/areas/buying/settlement/settling.test.ts > happens within minutes though no event ever comes: the provider is asked again",
  },
  "a key in use is a failure: the second of two clicks gives up the payment of the first": {
    find: 'if (error.code === "in-progress") return { ok: false, code: "still-starting" };',
    replace: "",
    test: "tests/areas/buying/starting.test.ts > keeps the first payment: while it is under way, the second tap says so and holds the stake",
  },
  "underpaid counts as nothing: 600 of 1,200 USDT end as 'Nothing was charged'": {
    find: "session.paid || (session.arrivedCents && isOver)",
    replace: "session.paid",
  },
  "underpaid buys the stake: a part of the price settles the payment": {
    find: "const rightMoney = session.paid &&",
    replace: "const rightMoney =",
  },
  "underpaid taken for complete: what arrives after a part is owed is not told to anyone": {
    test: "tests/areas/buying/settlement/underpaid.test.ts > reports what arrives after a part is owed, more of it or the rest, and buys nothing",
    find: "(session.arrivedCents ?? 0) > (payment.receivedCents ?? 0)",
    replace: "false && (payment.receivedCents ?? 0)",
  },
  "price unchecked: any amount buys a stake": { find: "session.amountCents === payment.amountCents &&", replace: "" },
  "currency unchecked: euros count as dollars": { find: '&& session.currency === "USD"', replace: "" },
  "payer unchecked: money for another payment settles this one": {
    find: "&& session.paymentId === payment.id",
    replace: "",
  },
  "settlement in two batches: money is seen, and may stay, neither applied nor owed": {
    audit: true,
    of: "UPDATE payments SET state = 'settled'",
    endsBatch: true,
  },
  "receipt without a fixed id: a replay records the same money again": {
    audit: true,
    ...transfer,
    with: ["'payment:", ":received'"],
    freshId: ":received",
  },
  "tokens without a fixed id: two settlements at once give the tokens twice": {
    audit: true,
    ...transfer,
    with: ["'tokens-earned'"],
    freshId: ":tokens",
  },
  "tokens of a stake for a fee: the joining fee earns 2,000 tokens": {
    audit: true,
    ...transfer,
    with: ["'tokens-earned'"],
    find: "1000",
    replace: "2000",
  },
  "late money always buys: who pays late gets a stake that is not there (statement, CHECK and trigger)": {
    audit: true,
    statements: [
      { ...takesPlace, find: "sold_stakes + reserved_stakes < total_stakes", replace: "1" },
      withoutStockCheck,
    ],
    drop: [
      "DROP TRIGGER stakes_are_counted",
      "CREATE TRIGGER stakes_are_counted AFTER INSERT ON stakes BEGIN UPDATE casks SET sold_stakes = sold_stakes + 1 WHERE id = NEW.cask_id; END",
    ],
  },
  "late money never buys: who pays late is refunded although a stake is free": {
    ...takesPlace,
    find: "state = 'expired' AND",
    replace: "0 AND",
  },
  "a stake for someone else: one person pays and another owns (statement and trigger)": {
    audit: true,
    of: "INSERT INTO stakes",
    find: "freed.sale_number, 0) + 1, ?,",
    replace: "freed.sale_number, 0) + 1, 'usr_bob',",
    drop: "DROP TRIGGER stakes_may_start",
  },
  "a reward for every stake: the referrer is paid again for each further stake": {
    audit: true,
    statements: [
      {
        ...reward,
        find: "payment_id = ? AND state = 'pending'",
        replace: "state = 'pending' AND EXISTS (SELECT 1 FROM payments WHERE id = $1 AND state = 'settled')",
      },
      { ...reward, freshId: true },
    ],
  },
  "no reward: the first stake of a referred person earns nothing": {
    of: "UPDATE referrals SET state = 'pending'",
    skip: true,
  },
  "the second fee settles too: two joining fees are kept (statement and unique index)": {
    audit: true,
    of: "UPDATE payments SET state = 'settled'",
    find: "NOT EXISTS (SELECT 1 FROM payments AS others WHERE others.user_id = ? AND others.purpose = 'joining-fee' AND others.state = 'settled')",
    replace: "1",
    drop: "DROP INDEX payments_one_fee_applied",
  },
  "events not acted on: an event is recorded and nothing follows": {
    find: "writes(act, insert)",
    replace: "writes(insert)",
  },
  "old news believed: a session that still reads as open after its event is not asked for again": {
    find: "&& outcome.sessionOpen &&",
    replace: "&& false &&",
  },
  "a reward for oneself: who looks like the person they brought is paid without an operator's look": {
    find: "AND ${isSettled(payment.id)} AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}",
    replace: "AND 0",
    test: "tests/areas/accounts/rewards.test.ts > a reward is held for a person who shares a mailbox of before",
  },
  "a void certificate comes back: a late copy of a settlement issues a certificate again that an operator has made void since":
    {
      find: "AND certificate_id IS NULL ON CONFLICT",
      replace: "ON CONFLICT",
      test: "tests/areas/buying/settlement/settling.test.ts > brings no certificate back that an operator made void while a second answer of the provider was on its way",
    },
  "refund of the price: the price is sent back instead of what came in": {
    find: "amountCents: receivedCents",
    replace: "amountCents: payment.amountCents",
    test: "tests/areas/buying/settlement/settling.test.ts > too much is refunded as received, and the stake is free again",
  },
  "done before the work: a crash in between leaves the work undone for ever": {
    of: "UPDATE outbox SET leased_until_ms",
    find: "WHERE (outbox.id = ? AND outbox.done_at_ms IS NULL",
    then: "UPDATE outbox SET done_at_ms = available_at_ms WHERE id = $1",
  },
  "never done: a row is run for ever": {
    of: "UPDATE outbox SET done_at_ms = ",
    with: ["last_error = NULL"],
    skip: true,
  },
  "the lease never ends: work that a dead relay had taken is not taken again": {
    of: "UPDATE outbox",
    with: ["RETURNING id", "urgent = ?"],
    find: "SET available_at_ms = ?",
    replace: "SET available_at_ms = $1 + 30000000000",
  },
  "given up at once: one failure makes a dead letter": { find: "MAX_ATTEMPTS = 14", replace: "MAX_ATTEMPTS = 1" },
  "failures forgotten: a row that failed counts as done": {
    of: "UPDATE outbox SET attempts",
    find: "done_at_ms = ?",
    replace: "done_at_ms = 1",
  },
  "outages end work: what cannot be reached for hours is given up": {
    find: "urgent === 1 || isOutage(error)",
    replace: "false",
  },
  "urgent work given up: a certificate that could not be made for a day is never made": {
    find: "urgent === 1 || isOutage(error)",
    replace: "isOutage(error)",
  },
  "pauses too long: after a bad night the next try is in a week": {
    find: "LONGEST_PAUSE_MS = 60 * MINUTE",
    replace: "LONGEST_PAUSE_MS = 15_000 * MINUTE",
  },
  "certificates not made: a sold stake waits for its certificate for ever": {
    drop: "DROP TRIGGER certificates_are_issued",
  },
  "certificate overwritten: a second try replaces the file": {
    find: 'onlyIf: { etagDoesNotMatch: "*" },',
    replace: "",
  },
  "hash of another file: the hash is of what was drawn last, not of what is kept": {
    find: "new Uint8Array(await existing.arrayBuffer())",
    replace: "pdf",
  },
  "nobody told: no email says what became of a payment": { drop: "DROP TRIGGER payments_outcome_is_told" },
};
