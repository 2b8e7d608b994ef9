import { lastFour } from "~/domain/bank-hints";
import { meansSavedNumber } from "~/features/api/account-wire";
import type { SealedBankDetails } from "~/features/profile/bank-details";
import { payableFrom } from "~/features/withdrawals/payable-from";
import type { WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { openSaved } from "./api-bank-details";
import type { RequestContext } from "./context";
import { createSealer } from "./seal";

type Named = { userId: string; bank: WithdrawalBank; row: SealedBankDetails | undefined; nowMs: number };

/**
 * The account a withdrawal names, sealed, and from when it may be paid to. The mask left as it was stands for the saved one.
 * @throws Error if the request stands on a saved number that cannot be opened
 */
export async function payoutAccount(context: RequestContext, { userId, bank, row, nowMs }: Named) {
  const asSaved = meansSavedNumber(bank.account_number, row);
  const savedNumber = await openSaved(context, row, asSaved);
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const saved = row ? { ...row, accountNumber: savedNumber ?? "" } : null;
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  return {
    account: { ...(await createSealer(context.config).seal(accountNumber, place)), last4: lastFour(accountNumber) },
    ...payableFrom({ ifscCode: bank.ifsc_code, accountNumber }, saved, nowMs),
  };
}
