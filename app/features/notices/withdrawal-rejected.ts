import { withdrawalRejectedMail } from "~/content/notice-mails-withdrawal";
import type { Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** The request was not paid, and why: [WITHDRAWAL]. */
export const withdrawalRejectedNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row?.email) return "no-address";
  return { to: row.email, mail: withdrawalRejectedMail({ ...row.facts, rejectReason: row.rejectReason ?? "" }) };
};
