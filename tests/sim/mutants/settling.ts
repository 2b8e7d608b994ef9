import { type Mutant, withoutStockCheck } from "./mutant";

const transfer = { of: "INSERT INTO transfers" };
const takesPlace = { of: "UPDATE reservations SET state = 'paid'" };
const reward = { ...transfer, with: ["'referral-reward'"] };

export const settling: Mutant[] = [
  {
    name: "underpaid counts as nothing",
    breaks: "600 of 1,200 USDT end as 'Nothing was charged'",
    code: [{ find: "if (session.arrivedCents) {", replace: "if (false as boolean) {" }],
  },
  {
    name: "underpaid buys the stake",
    breaks: "a part of the price settles the payment",
    code: [{ find: "if (session.paid) {", replace: "if (session.paid || session.arrivedCents) {" }],
  },
  {
    name: "underpaid sent back without looking",
    breaks: "the amount that an operator has sent is not the one that is recorded (the rest came meanwhile)",
    test: {
      file: "tests/areas/buying/settlement/underpaid.test.ts",
      title: "sent back by hand while more arrives: the operator's page records what was sent, or nothing",
    },
    code: [
      {
        find: "received_cents IS ${dueCents ?? payment.receivedCents}",
        replace: "1 OR ${dueCents ?? payment.receivedCents}",
      },
    ],
  },
  {
    name: "price unchecked",
    breaks: "any amount buys a stake",
    code: [{ find: "session.amountCents === payment.amountCents &&", replace: "" }],
  },
  {
    name: "currency unchecked",
    breaks: "euros count as dollars",
    code: [{ find: '&& session.currency === "USD"', replace: "" }],
  },
  {
    name: "payer unchecked",
    breaks: "money for another payment settles this one",
    code: [{ find: "&& session.paymentId === payment.id", replace: "" }],
  },
  {
    name: "settlement in two batches",
    breaks: "money is seen, and may stay, neither applied nor owed",
    audit: true,
    statements: [{ of: "UPDATE payments SET state = 'settled'", endsBatch: true }],
  },
  {
    name: "receipt without a fixed id",
    breaks: "a replay records the same money again",
    audit: true,
    statements: [{ ...transfer, with: ["'payment:", ":received'"], freshId: ":received" }],
  },
  {
    name: "tokens without a fixed id",
    breaks: "two settlements at once give the tokens twice",
    audit: true,
    statements: [{ ...transfer, with: ["'tokens-earned'"], freshId: ":tokens" }],
  },
  {
    name: "tokens of a stake for a fee",
    breaks: "the joining fee earns 2,000 tokens",
    audit: true,
    statements: [{ ...transfer, with: ["'tokens-earned'"], find: "1000", replace: "2000" }],
  },
  {
    name: "late money always buys",
    breaks: "who pays late gets a stake that is not there (statement, CHECK and trigger)",
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
  {
    name: "late money never buys",
    breaks: "who pays late is refunded although a stake is free",
    statements: [{ ...takesPlace, find: "state = 'expired' AND", replace: "0 AND" }],
  },
  {
    name: "a stake for someone else",
    breaks: "one person pays and another owns (statement and trigger)",
    audit: true,
    statements: [
      {
        of: "INSERT INTO stakes",
        find: "freed.sale_number, 0) + 1, ?,",
        replace: "freed.sale_number, 0) + 1, 'usr_bob',",
      },
    ],
    drop: ["DROP TRIGGER stakes_may_start"],
  },
  {
    name: "a reward for every stake",
    breaks: "the referrer is paid again for each further stake",
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
  {
    name: "no reward",
    breaks: "the first stake of a referred person earns nothing",
    statements: [{ of: "UPDATE referrals SET state = 'pending'", skip: true }],
  },
  {
    name: "the second fee settles too",
    breaks: "two joining fees are kept (statement and unique index)",
    audit: true,
    statements: [
      {
        of: "UPDATE payments SET state = 'settled'",
        find: "NOT EXISTS (SELECT 1 FROM payments AS others WHERE others.user_id = ? AND others.purpose = 'joining-fee' AND others.state = 'settled')",
        replace: "1",
      },
    ],
    drop: ["DROP INDEX payments_one_fee_applied"],
  },
  {
    name: "events not acted on",
    breaks: "an event is recorded and nothing follows",
    code: [{ find: "writes(act, insert)", replace: "writes(insert)" }],
  },
  {
    name: "old news believed",
    breaks: "a session that still reads as open after its event is not asked for again",
    code: [{ find: "&& outcome.sessionOpen &&", replace: "&& false &&" }],
  },
  {
    name: "a reward for oneself",
    breaks: "who looks like the person they brought is paid without an operator's look",
    code: [
      {
        find: "AND ${isSettled(payment.id)} AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}",
        replace: "AND 0",
      },
    ],
    test: { file: "tests/areas/buying/settlement/held-rewards.test.ts", title: "is held for an operator" },
  },
  {
    name: "a void certificate comes back",
    breaks: "a late copy of a settlement issues a certificate again that an operator has made void since",
    code: [
      {
        find: "AND certificate_id IS NULL ON CONFLICT",
        replace: "ON CONFLICT",
      },
    ],
    test: {
      file: "tests/areas/buying/settlement/settling.test.ts",
      title:
        "brings no certificate back that an operator made void while a second answer of the provider was on its way",
    },
  },
  {
    name: "refund of the price",
    breaks: "the price is sent back instead of what came in",
    code: [{ find: "amountCents: receivedCents", replace: "amountCents: payment.amountCents" }],
    test: {
      file: "tests/areas/buying/settlement/settling.test.ts",
      title: "too much is refunded as received, and the stake is free again",
    },
  },
];
