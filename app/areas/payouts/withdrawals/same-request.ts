import { compact, lastFour } from "~/domain/bank-hints";
import { meansSavedNumber, type SealedBankDetails } from "~/areas/accounts/profile/bank-details";
import type { PayoutBlock } from "~/areas/holdings/payout-rules/payout-limits";
import type { WithdrawalBank } from "./withdrawal-form";

/** A second tap on the same button comes within this time. */
const SECOND_TAP_MS = 2 * 60_000;

/** A request that blocks another, with what is needed to recognise a second tap. */
export type StandingRequest = {
  state: "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned";
  holderName: string;
  bankName: string;
  ifscCode: string;
  accountLast4: string;
  createdAtMs: number;
  payableFromMs: number;
  block: PayoutBlock | null;
};

/** What happens to a request that is in: it is paid next, after its wait, or after a check. */
export type WithdrawalNext = "requested" | "waits" | "checked";

export function nextOf({ block, payableFromMs }: StandingRequest, nowMs: number): WithdrawalNext {
  if (block !== null) return "checked";
  return payableFromMs > nowMs ? "waits" : "requested";
}

const isRecent = ({ state, createdAtMs }: StandingRequest, nowMs: number) =>
  state === "progress" && nowMs - createdAtMs < SECOND_TAP_MS;

/** Whether a request is the same form once more: the same account, moments later. Its answer is the first one's. */
export function isSameRequest(
  standing: StandingRequest,
  { bank, saved, nowMs }: { bank: WithdrawalBank; saved: SealedBankDetails | undefined; nowMs: number },
): boolean {
  const last4 = meansSavedNumber(bank.account_number, saved) ? saved?.accountLast4 : lastFour(bank.account_number);
  return (
    isRecent(standing, nowMs) &&
    standing.holderName === bank.holder_name &&
    standing.bankName === bank.bank_name &&
    compact(standing.ifscCode) === compact(bank.ifsc_code) &&
    standing.accountLast4 === last4
  );
}
