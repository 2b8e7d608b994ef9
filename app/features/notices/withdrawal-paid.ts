import { withdrawalPaidMail } from "~/content/notice-mails-withdrawal";
import type { Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** The money has left our bank: [WITHDRAWAL]. */
export const withdrawalPaidNotice: Composer = async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row?.email) return "no-address";
  return { to: row.email, mail: withdrawalPaidMail({ ...row.facts, bankReference: row.bankReference ?? "" }) };
};
