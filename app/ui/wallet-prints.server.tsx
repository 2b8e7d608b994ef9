import { rewardTexts } from "~/content/wallet-texts";
import { EmptyState } from "./empty-state";
import type { Pass } from "./pass-of";
import { EmptyCask } from "./pictures/empty-cask";
import { PortfolioValue, type PortfolioValueProps } from "./pictures/portfolio-value";
import { printMarkup } from "./print-markup.server";
import type { PrintedMarkup } from "./printed";
import { StakePasses } from "./stake-pass";

// The parts of the wallet that take no input, as markup, so that nothing that draws it reaches the browser.

export const printPortfolio = (props: PortfolioValueProps): PrintedMarkup => printMarkup(<PortfolioValue {...props} />);

export const printPasses = (passes: Pass[]): PrintedMarkup => printMarkup(<StakePasses passes={passes} />);

export const printEmptyCask = (): PrintedMarkup =>
  printMarkup(
    <svg aria-hidden="true" width="108" height="140" viewBox="0 0 88 114">
      <EmptyCask caskType="hogshead" x={0} y={0} scale={1} />
    </svg>,
  );

export const printNoReferrals = (): PrintedMarkup =>
  printMarkup(<EmptyState title={rewardTexts.none}>{rewardTexts.noneText}</EmptyState>);
