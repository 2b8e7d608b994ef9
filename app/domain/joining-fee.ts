/** What the intro screen names and the first migration sets; the charged fee is the setting in the database. */
export const JOINING_FEE_CENTS = 1000;
