export const publicScreens: readonly string[];
export const signedInScreens: readonly string[];
/** Of things that only the demo investor has a part in. */
export const investorScreens: readonly string[];
/** Of the demo investor, once the market is open. */
export const marketScreens: readonly string[];
export const missingScreens: readonly string[];
/** Each list leads to the page of one thing by its rows' links. */
export const operatorScreens: readonly string[];
