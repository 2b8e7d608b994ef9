import { sql, type SQLWrapper } from "drizzle-orm";
import type { ProviderName } from "~/integrations/payments/port";

// The names of all accounts. What each one holds is in docs/architecture.md. The house's own are rows of the migrations;
// a user's three come with the user, by trigger.

export const house = {
  /** What this provider holds for us. */
  provider: (name: ProviderName) => `house:${name}` as const,
  unsettled: "house:unsettled",
  joiningFees: "house:joining-fees",
  stakeSales: "house:stake-sales",
  promotions: "house:promotions",
  returns: "house:returns",
  withdrawals: "house:withdrawals",
  bank: "house:bank",
  tokenIssue: "house:token-issue",
} as const;

export const walletOf = (userId: string) => `user:${userId}:wallet` as const;
export const rewardsPendingOf = (userId: string) => `user:${userId}:rewards-pending` as const;
export const tokensOf = (userId: string) => `user:${userId}:tokens` as const;

/** The pending rewards of the user whom a column names. */
export const rewardsPendingIn = (userId: SQLWrapper) => sql<UsdAccount>`'user:' || ${userId} || ':rewards-pending'`;

/** The wallet of the user whom a column names. */
export const walletIn = (userId: SQLWrapper) => sql<UsdAccount>`'user:' || ${userId} || ':wallet'`;

type HouseAccount = (typeof house)[Exclude<keyof typeof house, "provider">] | ReturnType<typeof house.provider>;

export type TokenAccount = typeof house.tokenIssue | ReturnType<typeof tokensOf>;
export type UsdAccount =
  Exclude<HouseAccount, TokenAccount> | ReturnType<typeof walletOf> | ReturnType<typeof rewardsPendingOf>;
export type Account = UsdAccount | TokenAccount;
