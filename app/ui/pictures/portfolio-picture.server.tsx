import { PortfolioValue, type PortfolioValueProps } from "./portfolio-value";
import { printPicture } from "./print.server";
import type { PrintedMarkup } from "./printed";

/** The portfolio over time as markup, so that nothing that draws reaches the browser. */
export const printPortfolio = (props: PortfolioValueProps): PrintedMarkup =>
  printPicture(<PortfolioValue {...props} />);
