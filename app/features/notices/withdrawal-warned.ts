import { eq } from "drizzle-orm";
import { withdrawalWarnedMail } from "~/content/notice-mails-withdrawal";
import { contactChanges } from "~/db/schema/people";
import type { Composer } from "./notice";
import { readWithdrawalFacts } from "./withdrawal-facts";

/** To the mailbox that the account had until a short while ago: [WITHDRAWAL, CHANGE]. Whoever took the account cannot read it. */
export const withdrawalWarnedNotice: Composer = async (deps, [withdrawalId, changeId]) => {
  const row = await readWithdrawalFacts(deps, withdrawalId);
  const [change] = await deps.db
    .select({ formerEmail: contactChanges.oldValue, changedAtMs: contactChanges.changedAtMs })
    .from(contactChanges)
    .where(eq(contactChanges.id, changeId ?? ""));
  // Changed back: the first mail has told it there already.
  if (!row || !change || change.formerEmail === row.email) return "no-address";
  const { facts, stopUrl } = row;
  const mail = withdrawalWarnedMail({ ...facts, stopUrl, changedAtMs: change.changedAtMs });
  return { to: change.formerEmail, mail };
};
