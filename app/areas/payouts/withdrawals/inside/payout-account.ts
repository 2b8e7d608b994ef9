import { lastFour } from "~/domain/bank-hints";
import type { Deps } from "~/core/deps";
import { accountMarks } from "~/areas/accounts/profile/account-mark";
import { bankHints } from "~/areas/accounts/profile/bank-fields";
import { meansSavedNumber, type SealedBankDetails } from "~/areas/accounts/profile/bank-details";
import { openIfNeeded } from "~/areas/accounts/profile/open-account-number";
import type { Sealed } from "~/core/sealer";
import type { WithdrawalBank } from "../withdrawal-form";

export const UNLIKELY_FIELDS = ["ifsc_code", "account_number"] as const;
export type UnlikelyField = (typeof UNLIKELY_FIELDS)[number];

export type PayoutAccount = {
  account: Sealed & { last4: string };
  /** What tells it from other accounts; the first is stored. */
  marks: readonly [string, ...string[]];
  /** The fields that do not look like what they should be. */
  unlikely: readonly UnlikelyField[];
};

type Named = { userId: string; bank: WithdrawalBank; saved: SealedBankDetails | undefined };

/**
 * The account a withdrawal names, sealed. The mask left as it was stands for the saved one.
 * @throws Error if the request stands on a saved number that cannot be opened
 */
export async function payoutAccount(
  deps: Pick<Deps, "log" | "sealer">,
  { userId, bank, saved }: Named,
): Promise<PayoutAccount> {
  const asSaved = meansSavedNumber(bank.account_number, saved);
  const savedNumber = asSaved ? await openIfNeeded(deps, saved, true) : null;
  const accountNumber = asSaved ? (savedNumber ?? "") : bank.account_number;
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  const [sealed, marks] = await Promise.all([
    deps.sealer.seal(accountNumber, place),
    accountMarks(deps.sealer, { ifscCode: bank.ifsc_code, accountNumber }),
  ]);
  const hints = bankHints({ ifsc_code: bank.ifsc_code, account_number: accountNumber });
  const unlikely = UNLIKELY_FIELDS.filter((field) => hints[field] !== undefined);
  return { account: { ...sealed, last4: lastFour(accountNumber) }, marks, unlikely };
}
