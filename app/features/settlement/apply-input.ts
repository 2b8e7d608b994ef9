import type { Payment } from "~/features/buying/started-payment";

/** What one settlement batch works with; ids are chosen before writing. */
export type ApplyInput = {
  payment: Payment;
  nowMs: number;
  stakeId: string;
  certificateId: string;
  certificateCode: string;
};
