import { withdrawalRejectedMail } from "~/content/notice-mails-withdrawal";
import { noticeText } from "~/content/notice-texts";
import { byMailOrText, type Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** The request was not paid, and why: [WITHDRAWAL]. */
export const withdrawalRejectedNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row) return "no-address";
  return byMailOrText(
    row,
    () => withdrawalRejectedMail({ ...row.facts, rejectReason: row.rejectReason ?? "" }),
    () => noticeText("withdrawal-rejected", row.facts.amountCents),
  );
};
