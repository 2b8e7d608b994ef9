import { setting } from "./setting";

/** Where the setting's row is missing. */
const USUAL_FEE = 150;

/** Fee for buyer and seller each, in hundredths of a percent of the price, in SQL. An offer keeps the one that it began with. */
export const resaleFee = setting("resale_fee_basis_points", USUAL_FEE);
