import { WITHDRAW_PATH } from "~/content/page-paths";
import type { Valued } from "~/domain/returns";
import type { PortfolioPicture } from "~/domain/pictures/portfolio-value";
import type { Pass } from "~/ui/pass-of";
import type { OpenBid } from "~/domain/bids";
import type { PortfolioView as Portfolio } from "~/areas/holdings/portfolio/portfolio-view";
import type { OwnOffer } from "~/areas/resale/read-offers";
import type { RewardsView, TokensView } from "~/areas/holdings/portfolio/read-rewards";
import type { WithdrawalOf, WithdrawDialogView } from "~/areas/payouts/withdrawals/withdraw-dialog";

export type PortfolioView = Omit<Portfolio, "stakes"> & {
  passes: Pass[];
  bids: OpenBid[];
  ownOffers: OwnOffer[];
  picture: PortfolioPicture | null;
  countedOn: string | null;
};

export type { RewardsView, Valued, TokensView, WithdrawalOf, WithdrawDialogView };

export type WalletTab = (PortfolioView | TokensView | RewardsView)["tab"];
export type WithdrawStatus = PortfolioView["withdraw"];
export type BillingRow = PortfolioView["history"][number];
export type OpenPaymentRow = PortfolioView["openPayments"][number];
export type ReferralRow = RewardsView["referrals"][number];

export const withdrawHref = (of: WithdrawalOf) => `${WITHDRAW_PATH}${of === "balance" ? "&of=balance" : ""}`;

export type ShareDialogView = { dialog: "share"; link: string };
