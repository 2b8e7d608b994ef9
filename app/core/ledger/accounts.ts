import { sql, type SQLWrapper } from "drizzle-orm";
import type { ProviderName } from "~/integrations/payments/port";
import { PROVIDER_NAMES } from "~/integrations/payments/providers";

// docs/architecture.md says what each holds; a trigger creates a user's three.

export const house = {
  provider: (name: ProviderName) => `house:${name}` as const,
  unsettled: "house:unsettled",
  joiningFees: "house:joining-fees",
  stakeSales: "house:stake-sales",
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

/** Wallets and pending rewards of all investors are one account of the books. */
export const INVESTORS = "investors";

/** By number: 1 is what we have, 2 what we owe, 4 income, 5 costs. */
const CHART: Record<string, { name: string; number: string }> = {
  ...Object.fromEntries(
    PROVIDER_NAMES.map((name, place) => [
      house.provider(name),
      { name: `Held by ${name}`, number: String(1010 + 10 * place) },
    ]),
  ),
  [house.bank]: { name: "Paid out at the bank", number: "1200" },
  [house.caskBuyers]: { name: "Received from buyers of casks", number: "1210" },
  [house.owedByInvestors]: { name: "Owed by investors", number: "1100" },
  [INVESTORS]: { name: "Wallets and pending rewards of investors", number: "2010" },
  [house.withdrawals]: { name: "Withdrawals in progress", number: "2020" },
  [house.unsettled]: { name: "Received and not yet applied", number: "2030" },
  [house.caskProceeds]: { name: "Sales of casks not yet shared out", number: "2040" },
  [house.resale]: { name: "Set aside for resale", number: "2050" },
  [house.joiningFees]: { name: "Joining fees", number: "4010" },
  [house.stakeSales]: { name: "Stakes sold", number: "4020" },
  [house.resaleFees]: { name: "Fees of resales", number: "4030" },
  [house.ownStakes]: { name: "Our part of sold casks", number: "4040" },
  [house.rounding]: { name: "Rounding", number: "4050" },
  [house.returns]: { name: "Returns credited", number: "5010" },
  [house.promotions]: { name: "Rewards and promotions", number: "5020" },
  [house.tokenIssue]: { name: "Tokens issued", number: "9010" },
};

export const accountName = (account: string): string => CHART[account]?.name ?? account;

export const accountNumber = (account: string): string => CHART[account]?.number ?? "";
