import { withdrawalRequestedMail } from "~/content/notice-mails-withdrawal";
import { noticeText } from "~/content/notice-texts";
import { byMailOrText, type Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** So that nobody is paid out behind their back, with the link that stops it: [WITHDRAWAL]. */
export const withdrawalRequestedNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row) return "no-address";
  const waitsUntilMs = row.payableFromMs > row.createdAtMs ? row.payableFromMs : null;
  return byMailOrText(
    row,
    () => withdrawalRequestedMail({ ...row.facts, waitsUntilMs, isChecked: row.block !== null, stopUrl: row.stopUrl }),
    () => noticeText("withdrawal-requested", row.facts.amountCents),
  );
};
