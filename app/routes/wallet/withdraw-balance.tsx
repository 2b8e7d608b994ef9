import { portfolioTexts } from "~/content/wallet-texts";
import { type PortfolioView, withdrawHref } from "./wallet-view";

export function WithdrawBalance({ view }: { view: Pick<PortfolioView, "canWithdrawBalance"> }) {
  if (!view.canWithdrawBalance) return null;
  return (
    <a
      href={withdrawHref("balance")}
      data-sheet
      className="-mb-2 flex min-h-11 items-center text-sm text-copper underline underline-offset-4"
    >
      {portfolioTexts.withdrawBalance}
    </a>
  );
}
