import type { rowsInStates } from "./rows-in-states";

/** What must not become of money that came too short, by rule. */
export async function underpaidTrespasses(rows: ReturnType<typeof rowsInStates>): Promise<Record<string, string>> {
  await rows.payment("pay_short", { states: ["paid"], fee: true });
  await rows.payment("pay_owed", { states: ["paid", "refunding"], fee: true });
  return {
    payments_underpaid_are_completed: "UPDATE payments SET state = 'paid' WHERE id = 'pay_owed'",
    payments_underpaid_buy_nothing: "UPDATE payments SET state = 'settled', received_cents = 1 WHERE id = 'pay_short'",
    payments_underpaid_are_short: "UPDATE payments SET reason = 'underpaid' WHERE id = 'pay_short'",
  };
}
