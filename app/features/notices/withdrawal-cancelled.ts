import { withdrawalCancelledMail } from "~/content/notice-mails-withdrawal";
import type { Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** It was taken back, and by whom: [WITHDRAWAL]. */
export const withdrawalCancelledNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row?.email) return "no-address";
  return { to: row.email, mail: withdrawalCancelledMail(row.facts, row.cancelledBy ?? "investor") };
};
