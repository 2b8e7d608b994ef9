import { PortfolioValue, type PortfolioValueProps } from "./portfolio-value";
import { printPicture } from "./print.server";

/** The portfolio over time as markup, so that nothing that draws reaches the browser. */
export const printPortfolio = (props: PortfolioValueProps): string => printPicture(<PortfolioValue {...props} />);
