// What is given for joining, for buying and for bringing someone.

/** For the referrer, once, when the first stake of the person they brought settles. */
export const REFERRAL_REWARD_CENTS = 1500;
export const TOKENS_FOR_JOINING = 1000;
export const TOKENS_FOR_STAKE = 2000;
