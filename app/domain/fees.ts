// The checkout, the calculator, the page of fees and the legal texts take their figures from here. Joining fee, rate of a resale and price
// of a stake are in the database.

export const INCLUDED_STORAGE_YEARS = 5;

export const CANCELLATION_DAYS = 14;
export const CANCELLATION_FEE_MOST_PERCENT = 50;

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
