import { type Mutant, withoutStockCheck } from "./mutant";

const apply = "app/features/settlement/apply-payment.ts";
const stake = "app/features/settlement/apply-stake.ts";
const fee = "app/features/settlement/apply-fee.ts";
const event = "app/features/payment-events/handle-event.ts";

export const settling: Mutant[] = [
  {
    name: "price unchecked",
    breaks: "any amount buys a stake",
    edits: [{ file: apply, find: "session.amountCents === payment.amountCents && ", replace: "" }],
  },
  {
    name: "currency unchecked",
    breaks: "euros count as dollars",
    edits: [{ file: apply, find: ' && session.currency === "USD"', replace: "" }],
  },
  {
    name: "payer unchecked",
    breaks: "money for another payment settles this one",
    edits: [{ file: apply, find: " && session.paymentId === payment.id;", replace: ";" }],
  },
  {
    name: "settlement in two batches",
    breaks: "money is seen, and may stay, neither applied nor owed",
    edits: [
      {
        file: apply,
        find: "const results = await db.batch([\n    markPaid(db, input, session),\n    recordReceived(db, input),\n    ...apply,",
        replace:
          "await db.batch([markPaid(db, input, session), recordReceived(db, input)]);\n  const results = await db.batch([\n    ...apply,",
      },
    ],
  },
  {
    name: "receipt without a fixed id",
    breaks: "a replay records the same money again",
    edits: [
      {
        file: apply,
        find: 'name: "received",',
        replace: "name: `received:${nowMs}`,",
      },
      {
        file: apply,
        find: "id = ${payment.id} AND state = 'paid' AND received_cents > 0",
        replace: "id = ${payment.id} AND received_cents > 0",
      },
    ],
  },
  {
    name: "tokens without a fixed id",
    breaks: "two settlements at once give the tokens twice",
    edits: [{ file: apply, find: 'name: "tokens",', replace: "name: `tokens:${nowMs}`," }],
  },
  {
    name: "tokens of a stake for a fee",
    breaks: "the joining fee earns 2,000 tokens",
    edits: [
      {
        file: apply,
        find: "? TOKENS_FOR_STAKE : TOKENS_FOR_JOINING",
        replace: "? TOKENS_FOR_STAKE : TOKENS_FOR_STAKE",
      },
    ],
  },
  {
    name: "late money always buys",
    breaks: "who pays late gets a stake that is not there (statement, CHECK and trigger)",
    edits: [
      {
        file: stake,
        find: " AND EXISTS (\n        SELECT 1 FROM casks WHERE casks.id = reservations.cask_id AND sold_stakes + reserved_stakes < total_stakes)))`)",
        replace: "))`)",
      },
      withoutStockCheck,
    ],
    drop: ["DROP TRIGGER stakes_number_exists"],
  },
  {
    name: "late money never buys",
    breaks: "who pays late is refunded although a stake is free",
    edits: [{ file: stake, find: "(state = 'expired' AND EXISTS", replace: "(0 AND EXISTS" }],
  },
  {
    name: "a stake for someone else",
    breaks: "one person pays and another owns (statement and trigger)",
    edits: [
      { file: stake, find: "casks.sold_stakes + 1, ${payment.userId},", replace: "casks.sold_stakes + 1, 'usr_bob'," },
    ],
    drop: ["DROP TRIGGER stakes_are_paid_for"],
  },
  {
    name: "a reward for every stake",
    breaks: "the referrer is paid again for each further stake",
    edits: [
      {
        file: stake,
        find: "refersTo: `referral:${payment.userId}`,",
        replace: "refersTo: `referral:${payment.id}`,",
      },
      {
        file: stake,
        find: "AND payment_id = ${payment.id} AND state = 'pending'`",
        replace: "AND state = 'pending' AND ${isSettled(payment.id)}`",
      },
    ],
  },
  {
    name: "no reward",
    breaks: "the first stake of someone who was brought earns nothing",
    edits: [
      { file: stake, find: "WHERE referred_id = ${payment.userId} AND state = 'inactive' AND", replace: "WHERE 0 AND" },
    ],
  },
  {
    name: "the second fee settles too",
    breaks: "two joining fees are kept (statement and unique index)",
    edits: [
      {
        file: fee,
        find: " AND NOT EXISTS (\n        SELECT 1 FROM payments AS others WHERE others.user_id = ${payment.userId} AND others.purpose = 'joining-fee' AND others.state = 'settled')",
        replace: "",
      },
    ],
    drop: ["DROP INDEX payments_one_fee_applied"],
  },
  {
    name: "events not acted on",
    breaks: "an event is recorded and nothing follows",
    drop: ["DROP TRIGGER provider_events_are_handled"],
  },
  {
    name: "old news believed",
    breaks: "a session that still reads as open after its event is not asked for again",
    edits: [{ file: event, find: "outcome.sessionOpen && againAt(", replace: "false && againAt(" }],
  },
];
