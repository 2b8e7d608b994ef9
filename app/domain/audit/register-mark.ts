import type { Sha256 } from "./audit-files";

export type MarkedStake = {
  /** As stored: lower case, without hyphens. */
  certificateCode: string;
  stakeNumber: number;
  caskId: string;
};

/**
 * How a stake is named in the public list: the first 12 hex digits of the SHA-256 of certificate code, stake number and cask id, joined
 * by line feeds. Only those who know the certificate's code can work it out, and it does not reveal the code:
 * that has 75 bits.
 */
export const registerMark = (stake: MarkedStake, sha256: Sha256): string => markOfHash(sha256(markedText(stake)));

/** What is hashed, and which part of the hash is the mark: for callers that use the platform's asynchronous hashing. */
export const markedText = ({ certificateCode, stakeNumber, caskId }: MarkedStake) =>
  `${certificateCode}\n${stakeNumber}\n${caskId}`;
export const markOfHash = (hash: string) => hash.slice(0, 12);
