// Where the pages are that others lead to from several places.
import { groupCode } from "~/domain/certificate-code";

export const FEES_PATH = "/fees";
export const PROOF_PATH = "/proof";
export const EVIDENCE_PATH = "/evidence";
export const EXITS_PATH = "/exits";
/** How long we take, measured. */
export const TIMES_PATH = `${PROOF_PATH}#times`;
export const WAYS_OUT_PATH = "/ways-out";
/** The casks of the newest audit, drawn. */
export const RACK_PATH = "/rack.svg";
export const AUDIT_PATH = "/audit";
export const VERIFY_PATH = "/audit/verify";
export const STAKES_PATH = "/stakes";
export const WITHDRAW_PATH = "/wallet?tab=portfolio&dialog=withdraw";
export const SUPPORT_PATH = "/customer-support";

/** What somebody wrote to support while they were signed in, with all that followed. @param number without hyphens */
export const supportThreadPath = (number: string) => `${SUPPORT_PATH}/${groupCode(number)}`;

/** The page of one holding. */
export const stakePath = (stakeId: string) => `/stakes/${stakeId}` as const;

/** A bid for a cask, for its holders. */
export const bidPath = (bidId: string) => `/bids/${bidId}` as const;

/** A message that was written to all who hold a cask, for one of them. */
export const messagePath = (messageId: string) => `/notices/${messageId}` as const;

export const caskPath = (caskId: string) => `/cask-information?cask=${encodeURIComponent(caskId)}`;
