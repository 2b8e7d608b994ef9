import type { rowsInStates } from "./rows-in-states";

/** What must not become of money that came too short, by rule. */
export async function underpaidTrespasses(rows: ReturnType<typeof rowsInStates>): Promise<Record<string, string>> {
  await rows.payment("pay_short", { states: ["paid"], fee: true });
  await rows.payment("pay_owed", { states: ["paid", "refunding"], fee: true });
  return {
    "of refunds under way only one of too little is taken back, and in full":
      "UPDATE payments SET state = 'paid' WHERE id = 'pay_owed'",
    "a payment settles in full": "UPDATE payments SET state = 'settled', received_cents = 1 WHERE id = 'pay_short'",
    "a payment is underpaid by an amount, while that is owed or sent back":
      "UPDATE payments SET reason = 'underpaid' WHERE id = 'pay_short'",
  };
}
