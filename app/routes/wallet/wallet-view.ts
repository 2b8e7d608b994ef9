// The wallet's screens show the features' views as they are; this file names their parts.
import type { PrintedMarkup } from "~/ui/pictures/printed";
import type { Valued } from "~/domain/returns";
import type { Pass } from "~/ui/pass-of";
import type { PortfolioView as Portfolio } from "~/features/portfolio/portfolio-view";
import type { RewardsView } from "~/features/portfolio/read-rewards";
import type { TokensView } from "~/features/portfolio/read-tokens";
import type { WithdrawDialogView } from "~/features/withdrawals/withdraw-dialog";
import type { WithdrawalOf } from "~/features/withdrawals/withdraw-place";

/** The stakes are passes, in words that the server has made. */
export type PortfolioView = Omit<Portfolio, "stakes"> & {
  passes: Pass[];
  /** Markup that the server has drawn; null: nothing is owned. */
  picture: PrintedMarkup | null;
};

export type { Valued, RewardsView, TokensView, WithdrawalOf, WithdrawDialogView };

export type WalletTab = (PortfolioView | TokensView | RewardsView)["tab"];
export type Returns = PortfolioView["returns"];
export type WithdrawStatus = PortfolioView["withdraw"];
export type BillingRow = PortfolioView["history"][number];
export type OpenPaymentRow = PortfolioView["openPayments"][number];
export type ReferralRow = RewardsView["referrals"][number];

export const withdrawHref = (of: WithdrawalOf) =>
  `/wallet?tab=portfolio&dialog=withdraw${of === "balance" ? "&of=balance" : ""}`;

export type ShareDialogView = { dialog: "share"; link: string };
