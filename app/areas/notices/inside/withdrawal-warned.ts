import { withdrawalWarnedMail } from "~/content/notice-mails-withdrawal";
import { stoppableText } from "~/content/notice-texts";
import { toEachRecipient } from "./recipient";
import { readWithdrawalFacts } from "./withdrawal-facts";

/**
 * To a mailbox or number that the account had until a short while ago: [WITHDRAWAL, RECIPIENT]. A thief who took over the account cannot
 * read it.
 */
export const withdrawalWarnedNotice = toEachRecipient("withdrawal-warned", async (deps, [withdrawalId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  if (!row) return "superseded";
  const { facts, stopUrl, stopToken } = row;
  return {
    mail: withdrawalWarnedMail({ ...facts, stopUrl }),
    text: stoppableText("withdrawal-requested", facts.amountCents, stopToken),
  };
});
