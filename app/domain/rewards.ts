/** For the referrer, once, when the referred user's first stake payment settles. */
export const REFERRAL_REWARD_CENTS = 1500;
export const TOKENS_FOR_JOINING = 1000;
export const TOKENS_FOR_STAKE = 2000;

export const TOKENS_FOR = { "joining-fee": TOKENS_FOR_JOINING, stake: TOKENS_FOR_STAKE } as const;
