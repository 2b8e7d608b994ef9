// The wallet's screens show the features' views as they are; this file names their parts.
import type { Valued } from "~/domain/returns";
import type { PortfolioView } from "~/features/portfolio/portfolio-view";
import type { RewardsView } from "~/features/portfolio/read-rewards";
import type { TokensView } from "~/features/portfolio/read-tokens";
import type { WithdrawalOf, WithdrawDialogView } from "~/features/withdrawals/withdraw-dialog";

export type { PortfolioView, Valued, RewardsView, TokensView, WithdrawalOf, WithdrawDialogView };

export type WalletTab = (PortfolioView | TokensView | RewardsView)["tab"];
export type Returns = PortfolioView["returns"];
export type WithdrawStatus = PortfolioView["withdraw"];
export type BillingRow = PortfolioView["history"][number];
export type OpenPaymentRow = PortfolioView["openPayments"][number];
export type WithdrawalRow = PortfolioView["withdrawals"][number];
export type ReferralRow = RewardsView["referrals"][number];
export type WithdrawFieldName = keyof WithdrawDialogView["values"];

export const withdrawHref = (of: WithdrawalOf) =>
  `/wallet?tab=portfolio&dialog=withdraw${of === "balance" ? "&of=balance" : ""}`;

/** The second look at what was typed, before it is sent. */
export const checkHref = (of: WithdrawalOf) => `${withdrawHref(of)}&step=check`;

export type ShareDialogView = { dialog: "share"; link: string };
