import { portfolioTexts } from "~/content/wallet-texts";
import { topUpHref } from "~/ui/cask-display";
import { type PortfolioView, withdrawHref } from "./wallet-view";

const link = "flex min-h-11 items-center text-sm text-copper underline underline-offset-4";

/** What can be done with the money in the wallet, and for it. */
export function BalanceActions({
  view,
}: {
  view: Pick<PortfolioView, "canWithdrawBalance" | "marketOpen" | "countedOn">;
}) {
  if (!view.canWithdrawBalance && !view.marketOpen && !view.countedOn) return null;
  return (
    <div className="-mb-2">
      {view.canWithdrawBalance && (
        <a href={withdrawHref("balance")} data-sheet className={link}>
          {portfolioTexts.withdrawBalance}
        </a>
      )}
      {view.marketOpen && (
        <a href={topUpHref()} className={link}>
          {portfolioTexts.addMoney}
        </a>
      )}
      {view.countedOn && (
        <a href="/wallet/owed.json" download className={link}>
          {portfolioTexts.counted(view.countedOn)}
        </a>
      )}
    </div>
  );
}
