import { portfolioTexts } from "~/content/wallet-texts";
import { topUpHref } from "~/ui/cask-display";
import { type PortfolioView, withdrawHref } from "./wallet-view";

const link = "-my-3 flex min-h-11 items-center text-sm font-semibold text-copper underline underline-offset-4";

/** What can be done with the money in the wallet, and for it. */
export function BalanceActions({ view }: { view: Pick<PortfolioView, "canWithdrawBalance" | "marketOpen"> }) {
  return (
    <>
      {view.canWithdrawBalance && (
        <a href={withdrawHref("balance")} data-sheet className={link}>
          {portfolioTexts.withdraw}
          <span className="sr-only">{portfolioTexts.theBalance}</span>
        </a>
      )}
      {view.marketOpen && (
        <a href={topUpHref()} className={link}>
          {portfolioTexts.addMoney}
        </a>
      )}
    </>
  );
}
