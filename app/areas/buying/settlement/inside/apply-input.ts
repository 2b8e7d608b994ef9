import type { Payment } from "~/db/schema/payments";

/** The input of one settlement batch; ids are chosen before writing. */
export type ApplyInput = {
  payment: Payment;
  /** Whether the buyer was referred. */
  isReferred: boolean;
  /** Whether overdue holds of others stand on its cask. */
  isCrowded: boolean;
  nowMs: number;
  stakeId: string;
  certificateId: string;
  certificateCode: string;
};
