export const FEES_PATH = "/fees";
export const PROOF_PATH = "/proof";
export const EVIDENCE_PATH = "/evidence";
export const EXITS_PATH = "/exits";
export const TIMES_PATH = `${PROOF_PATH}#times`;
export const WAYS_OUT_PATH = "/ways-out";
export const RACK_PATH = "/rack.svg";
export const AUDIT_PATH = "/audit";
export const VERIFY_PATH = "/audit/verify";
export const STAKES_PATH = "/stakes";
export const WITHDRAW_PATH = "/wallet?tab=portfolio&dialog=withdraw";
export const SUPPORT_PATH = "/customer-support";
export const FEED_PATH = "/feed.xml";
export const CANCEL_PATH = "/cancel-purchase";

/** @param code of the payment or the certificate */
export const cancelPath = (code: string) => `${CANCEL_PATH}?code=${code}`;

export const stakePath = (stakeId: string) => `/stakes/${stakeId}` as const;

export const bidPath = (bidId: string) => `/bids/${bidId}` as const;

export const caskPath = (caskId: string) => `/cask-information?cask=${encodeURIComponent(caskId)}`;
