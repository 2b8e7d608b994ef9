/** The widget at the SMS vendor is set to the same. */
export const CODE_LIFE_MINUTES = 10;
