import type { AuditedMoney } from "./audit-files";

/** At the day's end, in cents. */
export type MoneyThen = Pick<
  AuditedMoney,
  | "held_cents"
  | "wallets_cents"
  | "rewards_pending_cents"
  | "withdrawals_open_cents"
  | "unsettled_cents"
  | "cask_proceeds_cents"
>;

/** @param problems what else is wrong with it: see the audit's other pieces */
export function tellMoney(then: MoneyThen, problems: readonly string[]): AuditedMoney {
  const { held_cents: held, ...owed } = then;
  const sum = Object.values(owed).reduce((all, cents) => all + cents, 0);
  const found = [...(held < sum ? [`held_cents: ${sum - held} less than is owed`] : []), ...problems];
  return {
    ...then,
    owed_cents: sum,
    reason: found.length === 0 ? null : found.join("; "),
    result: found.length === 0 ? "PASS" : "FAIL",
  };
}
