import { rewardTexts } from "~/content/wallet-texts";
import { EmptyState } from "./empty-state";
import type { Pass } from "./pass-of";
import { EmptyCask } from "./pictures/empty-cask";
import { PortfolioValue, type PortfolioValueProps } from "./pictures/portfolio-value";
import { printPicture } from "./pictures/print.server";
import type { PrintedMarkup } from "./pictures/printed";
import { StakePasses } from "./stake-pass";

// What the wallet shows and nobody types into, as markup, so that nothing that draws it reaches the browser.

export const printPortfolio = (props: PortfolioValueProps): PrintedMarkup =>
  printPicture(<PortfolioValue {...props} />);

export const printPasses = (passes: Pass[]): PrintedMarkup => printPicture(<StakePasses passes={passes} />);

export const printEmptyCask = (): PrintedMarkup =>
  printPicture(
    <svg aria-hidden="true" width="108" height="140" viewBox="0 0 88 114">
      <EmptyCask caskType="hogshead" x={0} y={0} scale={1} />
    </svg>,
  );

export const printNoReferrals = (): PrintedMarkup =>
  printPicture(<EmptyState title={rewardTexts.none}>{rewardTexts.noneText}</EmptyState>);
