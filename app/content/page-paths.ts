// Where the pages are that others lead to from several places.

export const FEES_PATH = "/fees";

/** The page of one holding. */
export const stakePath = (stakeId: string) => `/stakes/${stakeId}` as const;

export const caskPath = (caskId: string) => `/cask-information?cask=${encodeURIComponent(caskId)}`;
