import type { rowsInStates } from "./rows-in-states";

/** What must not become of money that came too short, by rule. */
export async function underpaidTrespasses(rows: ReturnType<typeof rowsInStates>): Promise<Record<string, string>> {
  await rows.payment("pay_short", { states: ["paid"], fee: true });
  await rows.payment("pay_owed", { states: ["paid", "refunding"], fee: true });
  return {
    "an open refund must be for an underpayment to be taken back, and in full":
      "UPDATE payments SET state = 'paid' WHERE id = 'pay_owed'",
    "a payment must settle in full": "UPDATE payments SET state = 'settled', received_cents = 1 WHERE id = 'pay_short'",
    "an underpaid payment must say the amount, while that is owed or sent back":
      "UPDATE payments SET reason = 'underpaid' WHERE id = 'pay_short'",
  };
}
