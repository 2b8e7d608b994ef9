/** How long a login code counts, wherever it was sent. The widget at the SMS vendor is set to the same. */
export const CODE_LIFE_MINUTES = 10;
