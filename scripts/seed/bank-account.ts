import { lastFour } from "~/domain/bank-hints";
import { accountMarks } from "~/areas/accounts/profile/bank-details";
import type { Sealer } from "~/core/sealer";
import type { NewWithdrawal } from "~/areas/payouts/withdrawals/make-withdrawal";

type Owner = { userId: string; name: string; accountNumber: string };

/** The account that a withdrawal names, sealed as the app seals it. */
export async function bankAccountOf(
  sealer: Sealer,
  { userId, name, accountNumber }: Owner,
): Promise<Pick<NewWithdrawal, "bank" | "payout">> {
  const bank = {
    holder_name: name,
    bank_name: "Sample Bank",
    ifsc_code: "SMPL0000001",
    account_number: accountNumber,
  };
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  const sealed = await sealer.seal(accountNumber, place);
  const marks = await accountMarks(sealer, { ifscCode: bank.ifsc_code, accountNumber });
  return { bank, payout: { account: { ...sealed, last4: lastFour(accountNumber) }, marks } };
}
