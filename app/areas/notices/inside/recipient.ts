import { eq } from "drizzle-orm";
import { noticeRecipients } from "~/db/schema/notices";
import type { Notice, NoticeDeps, Teller } from "./notice";
import type { Ids } from "./place";

/** Tells one of the mailboxes and numbers that the account had when the notice was written. @param subjectId 'NOTICE:ID...:RECIPIENT' */
export async function tellRecipient(
  deps: NoticeDeps,
  subjectId: string,
  [id, ...more]: Ids,
  tell: Teller,
): Promise<Notice> {
  const { channel, address } = noticeRecipients;
  const [recipient] = await deps.db
    .select({ channel, address })
    .from(noticeRecipients)
    .where(eq(noticeRecipients.subjectId, subjectId));
  // Told already: the address is kept no longer than that.
  if (!recipient) return "no-address";
  const told = await tell(deps, [id, ...more.slice(0, -1)]);
  if (told === "superseded") return told;
  return recipient.channel === "email"
    ? { to: recipient.address, mail: told.mail }
    : { phone: recipient.address, text: told.text };
}
