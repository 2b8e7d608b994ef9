import type { Sha256 } from "./audit-files";

export type MarkedStake = {
  /** As stored: lower case, without hyphens. */
  certificateCode: string;
  stakeNumber: number;
  caskId: string;
};

/**
 * How a stake is named in the public list. Only who knows the certificate's code can work it out, and it does not lead back
 * to the code: that has 75 bits.
 */
export function registerMark({ certificateCode, stakeNumber, caskId }: MarkedStake, sha256: Sha256): string {
  return sha256(`${certificateCode}\n${stakeNumber}\n${caskId}`).slice(0, 12);
}
