// Where a notice leads: the very row it speaks of. The row's element has the id that stands behind '#', and `:target` marks it.

/** A withdrawal or a payment in its list in the wallet. */
export const walletRowPath = (rowId: string) => `/wallet?tab=portfolio#${rowId}`;

export const rewardsPath = "/wallet?tab=rewards";
