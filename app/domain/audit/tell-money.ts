import type { AuditedMoney } from "./audit-files";

/** Balances of the ledger's accounts at the day's end: credits less debits, in cents. */
export type Balances = {
  wallets: number;
  rewardsPending: number;
  /** Of the house's accounts, by id. An account without rows has none. */
  house: Readonly<Record<string, number | undefined>>;
};

/** Money that came in is debited from these, and money that went out is credited to them. */
const HELD_WITH = ["house:stripe", "house:copperx", "house:cask-buyers", "house:bank"];

/** @param problems what is wrong besides: see the audit's other pieces */
export function tellMoney({ wallets, rewardsPending, house }: Balances, problems: readonly string[]): AuditedMoney {
  const balance = (account: string) => house[account] ?? 0;
  const held = HELD_WITH.reduce((sum, account) => sum - balance(account), 0);
  const owed = {
    cask_proceeds_cents: balance("house:cask-proceeds"),
    rewards_pending_cents: rewardsPending,
    unsettled_cents: balance("house:unsettled"),
    wallets_cents: wallets,
    withdrawals_open_cents: balance("house:withdrawals"),
  };
  const sum = Object.values(owed).reduce((all, cents) => all + cents, 0);
  const found = [...(held < sum ? [`held_cents: ${sum - held} less than is owed`] : []), ...problems];
  return {
    ...owed,
    held_cents: held + 0,
    owed_cents: sum,
    reason: found.length === 0 ? null : found.join("; "),
    result: found.length === 0 ? "PASS" : "FAIL",
  };
}
