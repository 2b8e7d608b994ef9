import { withdrawalCancelledMail } from "~/content/notice-mails-withdrawal";
import { noticeText } from "~/content/notice-texts";
import { byMailOrText, type Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** It was taken back, and by whom: [WITHDRAWAL]. */
export const withdrawalCancelledNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row) return "no-address";
  return byMailOrText(
    row,
    () => withdrawalCancelledMail(row.facts, row.cancelledBy ?? "investor"),
    () => noticeText("withdrawal-cancelled", row.facts.amountCents),
  );
};
