import { eq } from "drizzle-orm";
import { contactChangedMail } from "~/content/notice-mails-account";
import { contactChanges, users } from "~/db/schema/people";
import type { Composer } from "./notice";

/** An email address or phone number was changed: [CHANGE]. Goes to the old email address, which a thief cannot read. */
export const contactChangedNotice: Composer = async ({ db }, [changeId]) => {
  const [row] = await db
    .select({
      channel: contactChanges.channel,
      oldValue: contactChanges.oldValue,
      changedAtMs: contactChanges.changedAtMs,
      email: users.email,
    })
    .from(contactChanges)
    .innerJoin(users, eq(users.id, contactChanges.userId))
    .where(eq(contactChanges.id, changeId));
  const to = row?.channel === "email" ? row.oldValue : row?.email;
  if (!row || !to) return "no-address";
  return { to, mail: contactChangedMail(row.channel, row.changedAtMs) };
};
