import type { Bugs } from "./mutant";

const transfer = { of: "INSERT INTO transfers" };
const undone = { of: "UPDATE offers SET state = 'undone'" };

export const trading: Bugs = {
  "the fee of a resale taken twice: buyer and seller pay the fee twice": {
    find: "sql<number>`2 * fee_cents`",
    replace: "sql<number>`4 * fee_cents`",
  },
  "a resale without a fee: the house gets nothing of what both sides pay": {
    find: "sql<number>`2 * fee_cents`",
    replace: "sql<number>`fee_cents`",
  },
  "proceeds paid to the buyer: the money for a stake goes to its buyer": {
    find: "credit: walletIn(sql`offers.user_id`)",
    replace:
      "credit: walletIn(sql`(SELECT bought.user_id FROM stakes AS bought WHERE bought.id = offers.new_stake_id)`)",
  },
  "proceeds paid twice: a run that dies after paying a seller leaves the payment to be made again": {
    statements: [
      { ...transfer, with: ["'resale-available'"], freshId: true },
      { ...transfer, with: ["'resale-available'"], endsBatch: true },
    ],
  },
  "proceeds paid at once: the money is gone before a disputed payment comes to light (statement and trigger)": {
    find: "AND paid_at_ms IS NULL AND payable_from_ms <= ${nowMs}",
    replace: "AND paid_at_ms IS NULL",
    drop: "DROP TRIGGER offers_may_change",
  },
  "proceeds never paid: the hold is over and the seller has nothing": {
    ...transfer,
    with: ["'resale-available'"],
    skip: true,
  },
  "proceeds paid during a dispute: the seller is paid while the bank decides about the buyer's payment (statement and trigger)":
    {
      flow: "leave a disputed sale unpaid",
      find: "AND payments.state = 'disputed' AND payments.reason = 'disputed')\n    ORDER BY payable_from_ms",
      replace: "AND false) ORDER BY payable_from_ms",
      drop: "DROP TRIGGER offers_may_change",
    },
  "card proceeds held as short as crypto: a card payment can be disputed after the seller was paid": {
    find: 'setting("proceeds_hold_days_card", usualHoldDays.card)',
    replace: 'setting("proceeds_hold_days_crypto", usualHoldDays.crypto)',
  },
  "a seller's certificate still valid: who sold a stake can still prove to hold it": {
    of: "UPDATE certificates SET state = 'void'",
    with: ["SELECT stake_id FROM offers"],
    skip: true,
  },
  "no certificate for the buyer: a stake that was sold on has no paper": {
    of: "INSERT INTO certificates",
    find: "FROM stakes WHERE payment_id = ? AND certificate_id IS NULL",
    replace: "FROM stakes WHERE payment_id = ? AND certificate_id IS NULL AND holder_number = 1",
  },
  "a mark not carried: a cheap sale makes a return out of nothing (statement and trigger)": {
    of: "INSERT INTO stakes",
    find: "max(sold.price_cents, sold.mark_cents, ",
    replace: "max(0, 0, ",
    drop: "DROP TRIGGER stakes_may_start",
  },
  "a buyer's cycle not begun again: a buyer's cycle began when the first holder bought (statement and trigger)": {
    of: "INSERT INTO stakes",
    with: ["offers.price_cents, max(sold"],
    find: "0)), ? FROM offers",
    replace: "0)), sold.purchased_at_ms FROM offers",
    drop: "DROP TRIGGER stakes_may_start",
  },
  "an own offer bought: who sells a stake to themselves turns a card into money (statement and trigger)": {
    find: "OR offers.user_id = ${userId} OR ${looksLikeOne(buyers.id, sellers.id)} THEN 'not-offered'",
    replace: "THEN 'not-offered'",
    drop: "DROP TRIGGER payments_may_start",
  },
  "an offer held by two: two buyers pay for one offer at the same time (statement and unique index)": {
    find: "WHEN EXISTS (SELECT 1 FROM payments AS others WHERE others.offer_id = offers.id AND others.state IN ('created', 'open')\n    AND others.user_id <> ${userId}) THEN 'held-by-others'",
    replace: "",
    drop: "DROP INDEX payments_one_open_per_offer",
  },
  "a frozen stake offered: a stake whose payment was reversed is sold on": {
    find: "WHEN stakes.state <> 'active' THEN 'frozen'",
    replace: "",
    test: "tests/areas/stale-plans.test.ts > it is frozen",
  },
  "an offer within the first days: a stake bought by a stolen card is sold before the dispute comes": {
    find: "WHEN stakes.purchased_at_ms > ${nowMs - FIRST_DAYS * DAY_MS} THEN 'too-new'",
    replace: "",
  },
  "an offer above the band: a price far from the value moves money to an accomplice": {
    find: "AND ${price} * 10 <= ${basis} * 11",
    replace: "",
  },
  "an offer below the band: a stake changes hands for next to nothing": {
    find: "AND ${price} * 2 >= ${basis}",
    replace: "",
  },
  "an offer while a bid is open: a stake changes hands while its holders vote": {
    find: "WHEN EXISTS (SELECT 1 FROM bids WHERE bids.cask_id = stakes.cask_id AND bids.state IN ('open', 'accepted')) THEN 'bid-open'",
    replace: "",
    test: "tests/areas/resale/offers.test.ts > is not offered while its holders vote on a bid, which ends what is on offer",
  },
  "an offer that never ends: nobody's offer runs out after 90 days": {
    find: "which: sql`expires_at_ms <= ${nowMs}",
    replace: "which: sql`false AND expires_at_ms <= ${nowMs}",
  },
  "an offer that a new value leaves open: a stake is sold at yesterday's value": {
    find: "which: sql`offers.cask_id = ${caskId} AND EXISTS (SELECT 1 FROM valuations WHERE ${isNew})`",
    replace: "which: sql`false`",
    test: "tests/areas/resale/offers.test.ts > ends when the cask is valued again",
  },
  "a stake not given back: the seller of an undone sale has neither stake nor money": {
    of: "UPDATE stakes SET state = 'active'",
    with: ["resold_at_ms = NULL"],
    skip: true,
  },
  "an undone sale still paid for: the buyer's money goes back, and the seller is paid as well": {
    ...transfer,
    with: ["-reversal", "'reversal'", "offers.state = 'undone'"],
    skip: true,
  },
  "a sale undone after its payout: the seller has the money and the stake (statement and trigger)": {
    ...undone,
    find: "AND paid_at_ms IS NULL AND",
    replace: "AND",
    drop: "DROP TRIGGER offers_may_change",
    flow: "keep a sale that was paid out",
  },
  "an advance of a resold stake forgotten: a seller keeps the returns that the price pays for again (statement and trigger)":
    { find: "takenOff = sql`min(", replace: "takenOff = sql`0 * min(", drop: "DROP TRIGGER offers_may_change" },
  "an offer sold twice: a payment that comes late buys a stake from who sold it to another meanwhile": {
    code: [
      { find: "sql`offers.id = ${offerId} AND offers.state = 'open'`", replace: "sql`offers.id = ${offerId}`" },
      { find: "WHERE ${open}) AND state = 'active' AND ${allowed}", replace: "WHERE ${open}) AND ${allowed}" },
    ],
    test: "tests/areas/resale/offers.test.ts > is not bought with money that comes after another has bought it: it goes back",
  },
  "a debtor paid: who owes for a reversed payment is paid a balance all the same": {
    find: "WHEN ${isOwing} THEN 'owes'",
    replace: "",
    test: "tests/core/ledger/debts.test.ts > blocks a debtor's payouts in every way of paying them, and requests for the wallet",
  },
};
