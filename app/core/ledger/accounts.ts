import { sql, type SQLWrapper } from "drizzle-orm";
import type { ProviderName } from "~/integrations/payments/port";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";

// The names of all accounts. docs/architecture.md says what each one holds. Migrations create the house's accounts; a
// trigger creates a user's three along with the user.

export const house = {
  /** What this provider holds for us. */
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
  givenUp: "house:given-up",
  caskBuyers: "house:cask-buyers",
  caskProceeds: "house:cask-proceeds",
  ownStakes: "house:own-stakes",
  rounding: "house:rounding",
  /** What buy orders hold of wallets, and what sellers are paid later. */
  resale: "house:resale",
  resaleFees: "house:resale-fees",
  /** Below zero by what investors owe. */
  owedByInvestors: "house:owed-by-investors",
} as const;

export const walletOf = (userId: string) => `user:${userId}:wallet` as const;
export const rewardsPendingOf = (userId: string) => `user:${userId}:rewards-pending` as const;
export const tokensOf = (userId: string) => `user:${userId}:tokens` as const;

/** The pending-rewards account of the user in a column. */
export const rewardsPendingIn = (userId: SQLWrapper) => sql<UsdAccount>`'user:' || ${userId} || ':rewards-pending'`;

/** The wallet of the user whom a column names. */
export const walletIn = (userId: SQLWrapper) => sql<UsdAccount>`'user:' || ${userId} || ':wallet'`;

/** The tokens of the user in a column. */
export const tokensIn = (userId: SQLWrapper) => sql<TokenAccount>`'user:' || ${userId} || ':tokens'`;

/** Sorts after every account of the house, and before every investor's. */
export const BEFORE_INVESTORS = "user:";

/** Where money lies: what comes in is debited from these, what goes out is credited to them. */
export const MONEY_ACCOUNTS = [...PROVIDER_NAMES.map(house.provider), house.caskBuyers, house.bank];

export const isOfHouse = (account: string): boolean => account.startsWith("house:");
export const isWallet = (account: string): boolean => account.endsWith(":wallet");
export const isRewardsPending = (account: string): boolean => account.endsWith(":rewards-pending");

type HouseAccount = (typeof house)[Exclude<keyof typeof house, "provider">] | ReturnType<typeof house.provider>;

export type TokenAccount = typeof house.tokenIssue | ReturnType<typeof tokensOf>;
export type UsdAccount =
  Exclude<HouseAccount, TokenAccount> | ReturnType<typeof walletOf> | ReturnType<typeof rewardsPendingOf>;
export type Account = UsdAccount | TokenAccount;
