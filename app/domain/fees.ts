// What a purchase, a holding and a sale cost. The checkout, the calculator, the page of fees and the legal texts take their figures
// from here; the joining fee and the rate of a resale are settings and the price of a stake belongs to its cask, so both are in the database.

/** Storage and insurance within the price of a stake, from the day of purchase. */
export const INCLUDED_STORAGE_YEARS = 5;

/** Days to cancel a purchase after receiving it. */
export const CANCELLATION_DAYS = 14;
/** Of the invoice, where the law leaves a fee at all. */
export const CANCELLATION_FEE_MOST_PERCENT = 50;

/** Everything that could cost an investor something, in the order in which it would. */
export const FEE_KINDS = [
  "signing-up",
  "joining",
  "stake",
  "paying",
  "storage",
  "storage-after",
  "holding",
  "cancelling",
  "sale",
  "resale",
  "gain",
  "withdrawing",
  "papers",
  "closing",
] as const;
export type FeeKind = (typeof FEE_KINDS)[number];
