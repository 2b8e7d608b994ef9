import { lastFour } from "~/domain/bank-hints";
import type { Deps } from "~/features/deps";
import { meansSavedNumber, type SealedBankDetails } from "~/features/profile/bank-details";
import { openIfNeeded } from "~/features/profile/open-account-number";
import type { Sealed } from "~/features/profile/sealer";
import { payableFrom } from "./payable-from";
import type { WithdrawalBank } from "./withdrawal-form";

export type PayoutAccount = {
  account: Sealed & { last4: string };
  payableFromMs: number;
  /** Whether the request has to wait before it may be paid. */
  waits: boolean;
};

type Named = { userId: string; bank: WithdrawalBank; saved: SealedBankDetails | undefined; nowMs: number };

/**
 * The account named in a withdrawal, sealed, and when it may be paid to. The mask left unchanged means the saved number.
 * @throws Error if the request relies on a saved number that cannot be opened
 */
export async function payoutAccount(
  deps: Pick<Deps, "log" | "sealer">,
  { userId, bank, saved, nowMs }: Named,
): Promise<PayoutAccount> {
  const asSaved = meansSavedNumber(bank.account_number, saved);
  const savedNumber = await openIfNeeded(deps, saved, asSaved);
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const known = saved ? { ...saved, accountNumber: savedNumber ?? "" } : null;
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  return {
    account: { ...(await deps.sealer.seal(accountNumber, place)), last4: lastFour(accountNumber) },
    ...payableFrom({ ifscCode: bank.ifsc_code, accountNumber }, known, nowMs),
  };
}
