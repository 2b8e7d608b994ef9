import { WITHDRAW_PATH } from "~/content/page-paths";
import type { Valued } from "~/domain/returns";
import type { RewardsView, TokensView } from "~/areas/holdings/portfolio/read-rewards";
import type { PortfolioView } from "./route";
import type { WithdrawalOf, WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";

export type { PortfolioView, RewardsView, Valued, TokensView, WithdrawalOf, WithdrawDialogView };

export type WalletTab = (PortfolioView | TokensView | RewardsView)["tab"];
export type WithdrawStatus = PortfolioView["withdraw"];
export type BillingRow = PortfolioView["history"][number];
export type OpenPaymentRow = PortfolioView["openPayments"][number];
export type ReferralRow = RewardsView["referrals"][number];

export const withdrawHref = (of: WithdrawalOf) => `${WITHDRAW_PATH}${of === "balance" ? "&of=balance" : ""}`;

export type ShareDialogView = { dialog: "share"; link: string };
