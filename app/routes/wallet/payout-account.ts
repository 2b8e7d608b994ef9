import { lastFour, maskedNumber } from "~/domain/bank-hints";
import { openAccountNumber } from "~/features/profile/open-account-number";
import type { Sealed } from "~/features/profile/sealer";
import { payableFrom } from "~/features/withdrawals/payable-from";
import type { WithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import type { RequestContext } from "~/server/context";
import { createSealer } from "~/server/seal";
import type { ReadPortfolio } from "./wallet-pages";

export type PayoutAccount = { account: Sealed & { last4: string }; payableFromMs: number; waits: boolean };

/**
 * The account a request names, sealed, and from when it may be paid to.
 * @throws Error if the request stands on a saved number that cannot be opened
 */
export async function payoutAccount(
  { config, log }: RequestContext,
  read: ReadPortfolio,
  bank: WithdrawalBank,
): Promise<PayoutAccount> {
  const sealer = createSealer(config);
  const savedNumber = await openAccountNumber({ log, sealer }, read.bank);
  const asSaved = read.bank !== undefined && bank.account_number === maskedNumber(read.bank.accountLast4);
  if (asSaved && savedNumber === null) throw new Error("the saved account number cannot be opened");
  // The mask left as it was stands for the saved account.
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const saved = read.bank ? { ...read.bank, accountNumber: savedNumber ?? "" } : null;
  const place = { table: "withdrawals", column: "account_number_sealed", userId: read.viewer.id } as const;
  return {
    account: { ...(await sealer.seal(accountNumber, place)), last4: lastFour(accountNumber) },
    ...payableFrom({ ifscCode: bank.ifsc_code, accountNumber }, saved, read.nowMs),
  };
}
