import { bankLabels } from "~/content/bank-labels";
import { bankTexts } from "~/content/bank-texts";
import { lastFour, maskedNumber } from "~/domain/bank-hints";
import type { Deps } from "~/core/deps";
import { bankHints } from "~/areas/accounts/profile/bank-fields";
import { meansSavedNumber } from "~/areas/accounts/profile/bank-details";
import { openAccountNumber } from "~/areas/accounts/profile/open-account-number";
import type { WithdrawalBasis } from "./request-withdrawal";
import { readWithdrawalBank } from "./withdrawal-form";

/** What is looked at once more before a withdrawal with unlikely bank data is sent. The account number is masked. */
export type WithdrawalCheck = { rows: { label: string; value: string; hint: string | null }[] };

/** Null where something is missing: that is for the form to say. */
export async function checkOf(
  deps: Pick<Deps, "log" | "sealer">,
  { bank: saved }: Pick<WithdrawalBasis, "bank">,
  typed: Record<string, string>,
): Promise<WithdrawalCheck | null> {
  const read = readWithdrawalBank(typed);
  if (!read.ok) return null;
  const { bank } = read;
  const asSaved = meansSavedNumber(bank.account_number, saved);
  const accountNumber = asSaved ? ((await openAccountNumber(deps, saved)) ?? "") : bank.account_number;
  const hints = bankHints({ ifsc_code: bank.ifsc_code, account_number: accountNumber });
  return {
    rows: [
      { label: bankLabels.holder_name, value: bank.holder_name, hint: null },
      { label: bankLabels.bank_name, value: bank.bank_name, hint: null },
      { label: bankLabels.ifsc_code, value: bank.ifsc_code, hint: hints.ifsc_code ?? null },
      {
        label: bankLabels.account_number,
        value: maskedNumber(asSaved ? (saved?.accountLast4 ?? "") : lastFour(accountNumber)),
        hint: hints.account_number ? bankTexts.unlikelyAccountNumber : null,
      },
    ],
  };
}
