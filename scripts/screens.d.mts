export const publicScreens: readonly string[];
export const signedInScreens: readonly string[];
export const missingScreens: readonly string[];
/** Each list leads to the page of one thing by its rows' links. */
export const operatorScreens: readonly string[];
