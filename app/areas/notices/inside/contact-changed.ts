import { eq } from "drizzle-orm";
import { contactAddedMail, contactChangedMail } from "~/content/notice-mails-account";
import { dayText } from "~/content/notice-texts";
import { contactChanges } from "~/db/schema/people";
import { toEachRecipient } from "./recipient";

/** An email address or phone number was replaced: [CHANGE, RECIPIENT]. The former one is told too, which a thief cannot read. */
export const contactChangedNotice = toEachRecipient("contact-changed", async ({ db }, [changeId]) => {
  const { channel, changedAtMs } = contactChanges;
  const [change] = await db
    .select({ channel, changedAtMs })
    .from(contactChanges)
    .where(eq(contactChanges.id, changeId));
  if (!change) return "superseded";
  return {
    mail: contactChangedMail(change.channel, change.changedAtMs),
    text: dayText(`${change.channel}-changed`, change.changedAtMs),
  };
});

/** The account can now be entered by a further mailbox or phone: [USER, CHANNEL, TIME, RECIPIENT]. */
export const contactAddedNotice = toEachRecipient("contact-added", (_deps, [, channel, addedAt]) => {
  const added = channel === "email" ? "email" : "sms";
  const addedAtMs = Number(addedAt);
  return Promise.resolve({ mail: contactAddedMail(added, addedAtMs), text: dayText(`${added}-added`, addedAtMs) });
});
