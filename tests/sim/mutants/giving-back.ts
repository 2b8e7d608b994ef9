import type { Mutant } from "./mutant";

const deactivates = { of: "UPDATE users SET activated_at_ms = NULL" };
const transfer = { of: "INSERT INTO transfers" };

export const givingBack: Mutant[] = [
  {
    name: "refund without a fixed key",
    breaks: "asked again after a crash, the provider pays back twice",
    code: [{ find: ".refund({ paymentId,", replace: ".refund({ paymentId: `${paymentId}:${deps.nowMs()}`," }],
  },
  {
    name: "refunds not sent",
    breaks: "money that bought nothing is kept",
    drop: ["DROP TRIGGER payments_refunds_are_sent"],
  },
  {
    name: "refund of the price",
    breaks: "the price is sent back instead of what came in",
    code: [{ find: "amountCents: receivedCents", replace: "amountCents: payment.amountCents" }],
  },
  {
    name: "failed refund believed",
    breaks: "a refund that the provider refused counts as made",
    code: [{ find: 'if (outcome.status === "failed")', replace: "if (false)" }],
  },
  {
    name: "refund not booked",
    breaks: "the books still owe what was sent back",
    statements: [{ ...transfer, with: ["'payment:", ":refund'"], skip: true }],
  },
  {
    name: "returned refund forgotten",
    breaks: "nobody hears that a refund came back",
    code: [{ find: 'event.type === "refund.failed"', replace: "false" }],
  },
  {
    name: "taken back too early",
    breaks: "money that goes back before it is settled still buys",
    code: [{ find: 'outcome === "unknown-payment"', replace: "false" }],
  },
  {
    name: "a part counts as all",
    breaks: "a partial refund takes the whole stake",
    code: [{ find: "!event.inFull", replace: "false" }],
  },
  {
    name: "certificate stays valid",
    breaks: "a stake that was taken back still verifies",
    statements: [{ of: "UPDATE certificates SET state = 'void'", skip: true }],
  },
  {
    name: "stake stays active",
    breaks: "a refunded stake goes on earning",
    statements: [{ of: "UPDATE stakes SET state = 'frozen'", skip: true }],
  },
  {
    name: "tokens stay",
    breaks: "tokens of a refunded payment are kept",
    statements: [{ ...transfer, with: [":tokens-reversal'"], skip: true }],
  },
  {
    name: "reward stays",
    breaks: "a reward for a refunded stake is kept",
    statements: [{ of: "UPDATE referrals SET state = 'reversed'", skip: true }],
  },
  {
    name: "account stays active",
    breaks: "a refunded joining fee leaves the account active",
    statements: [{ ...deactivates, skip: true }],
  },
  {
    name: "old dispute closes a new account",
    breaks: "a later event about a disputed fee ends what another fee has paid for",
    statements: [
      {
        ...deactivates,
        find: "NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ? AND purpose = 'joining-fee' AND state = 'settled')",
        replace: "1",
      },
    ],
  },
  {
    name: "taken back twice",
    breaks: "each copy of a dispute takes the income and tokens again",
    statements: [
      { ...transfer, with: ["'payment:", ":reversal'"], freshId: true },
      { ...transfer, with: ["'payment:", ":tokens-reversal'"], freshId: true },
    ],
  },
];
