import { withdrawalRequestedMail } from "~/content/notice-mails-withdrawal";
import { stoppableText } from "~/content/notice-texts";
import { toEachRecipient } from "./recipient";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** So that no payout happens behind the owner's back, with the link that stops it: [WITHDRAWAL, RECIPIENT]. */
export const withdrawalRequestedNotice = toEachRecipient("withdrawal-requested", async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row) return "superseded";
  const waitsUntilMs = row.payableFromMs > row.createdAtMs ? row.payableFromMs : null;
  const { facts, stopUrl } = row;
  return {
    mail: withdrawalRequestedMail({ ...facts, waitsUntilMs, isChecked: row.block !== null, stopUrl }),
    text: stoppableText("withdrawal-requested", facts.amountCents, row.stopToken),
  };
});
