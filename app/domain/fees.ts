// The checkout, the calculator, the page of fees and the legal texts take their figures from here. Other figures are in the database.

export const INCLUDED_STORAGE_YEARS = 5;

export const CANCELLATION_DAYS = 14;
export const CANCELLATION_FEE_MOST_PERCENT = 50;
