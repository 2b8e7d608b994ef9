import { sql, type SQLWrapper } from "drizzle-orm";
import type { ProviderName } from "~/integrations/payments/port";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";

// docs/architecture.md says what each holds; a trigger creates a user's three.

export const house = {
  provider: (name: ProviderName) => `house:${name}` as const,
  unsettled: "house:unsettled",
  joiningFees: "house:joining-fees",
  stakeSales: "house:stake-sales",
  cancellationFees: "house:cancellation-fees",
  promotions: "house:promotions",
  returns: "house:returns",
  withdrawals: "house:withdrawals",
  bank: "house:bank",
  tokenIssue: "house:token-issue",
  caskBuyers: "house:cask-buyers",
  caskProceeds: "house:cask-proceeds",
  ownStakes: "house:own-stakes",
  rounding: "house:rounding",
  resale: "house:resale",
  resaleFees: "house:resale-fees",
  /** Below zero by what investors owe. */
  owedByInvestors: "house:owed-by-investors",
} as const;

export const walletOf = (userId: string) => `user:${userId}:wallet` as const;
export const rewardsPendingOf = (userId: string) => `user:${userId}:rewards-pending` as const;
export const tokensOf = (userId: string) => `user:${userId}:tokens` as const;

export const rewardsPendingIn = (userId: SQLWrapper) => sql<UsdAccount>`'user:' || ${userId} || ':rewards-pending'`;

export const walletIn = (userId: SQLWrapper) => sql<UsdAccount>`'user:' || ${userId} || ':wallet'`;

export const tokensIn = (userId: SQLWrapper) => sql<TokenAccount>`'user:' || ${userId} || ':tokens'`;

/** Sorts after every account of the house, and before every investor's. */
export const BEFORE_INVESTORS = "user:";

export const MONEY_ACCOUNTS = [...PROVIDER_NAMES.map(house.provider), house.caskBuyers, house.bank];

export const isOfHouse = (account: string): boolean => account.startsWith("house:");
export const isWallet = (account: string): boolean => account.endsWith(":wallet");
export const isRewardsPending = (account: string): boolean => account.endsWith(":rewards-pending");

type HouseAccount = (typeof house)[Exclude<keyof typeof house, "provider">] | ReturnType<typeof house.provider>;

export type TokenAccount = typeof house.tokenIssue | ReturnType<typeof tokensOf>;
export type UsdAccount =
  Exclude<HouseAccount, TokenAccount> | ReturnType<typeof walletOf> | ReturnType<typeof rewardsPendingOf>;
export type Account = UsdAccount | TokenAccount;
