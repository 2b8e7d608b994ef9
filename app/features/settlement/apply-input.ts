import type { Payment } from "~/features/buying/started-payment";

/** The input of one settlement batch; ids are chosen before writing. */
export type ApplyInput = {
  payment: Payment;
  nowMs: number;
  stakeId: string;
  certificateId: string;
  certificateCode: string;
};
