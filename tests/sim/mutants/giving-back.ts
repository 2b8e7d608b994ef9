import type { Mutant } from "./mutant";

const refund = "app/features/settlement/refund-payment.ts";
const reverse = "app/features/settlement/reverse-payment.ts";
const event = "app/features/payment-events/handle-event.ts";

export const givingBack: Mutant[] = [
  {
    name: "refund without a fixed key",
    breaks: "asked again after a crash, the provider pays back twice",
    edits: [
      {
        file: refund,
        find: "refund({\n    paymentId,",
        replace: "refund({\n    paymentId: `${paymentId}:${deps.nowMs()}`,",
      },
    ],
  },
  {
    name: "refunds not sent",
    breaks: "money that bought nothing is kept",
    drop: ["DROP TRIGGER payments_refunds_are_sent"],
  },
  {
    name: "refund of the price",
    breaks: "the price is sent back instead of what came in",
    edits: [{ file: refund, find: "amountCents: receivedCents,", replace: "amountCents: payment.amountCents," }],
  },
  {
    name: "failed refund believed",
    breaks: "a refund that the provider refused counts as made",
    edits: [
      {
        file: refund,
        find: 'if (outcome.status === "failed") throw new Error("refund failed at the provider");',
        replace: "",
      },
    ],
  },
  {
    name: "refund not booked",
    breaks: "the books still owe what was sent back",
    edits: [
      {
        file: refund,
        find: "sql`id = ${payment.id} AND state = 'refunded'`",
        replace: "sql`0`",
      },
    ],
  },
  {
    name: "returned refund forgotten",
    breaks: "nobody hears that a refund came back",
    edits: [{ file: event, find: 'if (event.type === "refund.failed") return', replace: "if (false) return" }],
  },
  {
    name: "taken back too early",
    breaks: "money that goes back before it is settled still buys",
    edits: [{ file: event, find: 'outcome === "unknown-payment" &&', replace: "false &&" }],
  },
  {
    name: "a part counts as all",
    breaks: "a partial refund takes the whole stake",
    edits: [{ file: reverse, find: "if (!event.inFull)", replace: "if (false)" }],
  },
  {
    name: "certificate stays valid",
    breaks: "a stake that was taken back still verifies",
    edits: [{ file: reverse, find: "WHERE state <> 'void' AND stake_id IN", replace: "WHERE 0 AND stake_id IN" }],
  },
  {
    name: "stake stays active",
    breaks: "a refunded stake goes on earning",
    edits: [
      { file: reverse, find: "WHERE payment_id = ${payment.id} AND state = 'active' AND", replace: "WHERE 0 AND" },
    ],
  },
  {
    name: "tokens stay",
    breaks: "tokens of a refunded payment are kept",
    edits: [
      {
        file: reverse,
        find: "transfer(db, tokens, { where: reversed }),",
        replace: "",
      },
    ],
  },
  {
    name: "reward stays",
    breaks: "a reward for a refunded stake is kept",
    edits: [
      {
        file: reverse,
        find: "UPDATE referrals SET state = 'reversed' WHERE payment_id",
        replace: "UPDATE referrals SET state = 'reversed' WHERE 0 AND payment_id",
      },
    ],
  },
  {
    name: "account stays active",
    breaks: "a refunded joining fee leaves the account active",
    edits: [{ file: reverse, find: 'payment.purpose === "joining-fee" ? 1 : 0', replace: "0" }],
  },
  {
    name: "old dispute closes a new account",
    breaks: "a later event about a disputed fee ends what another fee has paid for",
    edits: [
      {
        file: reverse,
        find: "AND NOT EXISTS (SELECT 1 FROM payments WHERE user_id = ${payment.userId} AND purpose = 'joining-fee' AND state = 'settled')",
        replace: "",
      },
    ],
  },
  {
    name: "taken back twice",
    breaks: "each copy of a dispute takes the income and tokens again",
    edits: [
      {
        file: reverse,
        find: 'name: "reversal",\n    debit: payment.purpose',
        replace: "name: `reversal:${nowMs}`,\n    debit: payment.purpose",
      },
      { file: reverse, find: 'name: "tokens-reversal",', replace: "name: `tokens-reversal:${nowMs}`," },
    ],
  },
];
