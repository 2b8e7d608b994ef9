export const publicScreens: readonly string[];
export const signedInScreens: readonly string[];
export const missingScreens: readonly string[];
