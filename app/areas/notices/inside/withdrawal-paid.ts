import { withdrawalPaidMail } from "~/content/notice-mails-withdrawal";
import { noticeText } from "~/content/notice-texts";
import { byMailOrText, type Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** The money has left our bank: [WITHDRAWAL]. */
export const withdrawalPaidNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row) return "no-address";
  return byMailOrText(
    row,
    () => withdrawalPaidMail({ ...row.facts, bankReference: row.bankReference ?? "" }),
    () => noticeText("withdrawal-paid", row.facts.amountCents),
  );
};
