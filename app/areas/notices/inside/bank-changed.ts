import { eq } from "drizzle-orm";
import { bankChangedMail } from "~/content/notice-mails-account";
import { dayText } from "~/content/notice-texts";
import { bankDetails } from "~/db/schema/people";
import { HOLD_MS } from "~/areas/holdings/payout-rules/payable-from";
import { toEachRecipient } from "./recipient";

/** The payout account was saved or changed: [USER, when, RECIPIENT]. After a further change only the latest notice is sent. */
export const bankChangedNotice = toEachRecipient("bank-changed", async ({ db }, [userId, changedAt]) => {
  const [saved] = await db
    .select({ changedAtMs: bankDetails.changedAtMs, accountLast4: bankDetails.accountLast4 })
    .from(bankDetails)
    .where(eq(bankDetails.userId, userId));
  if (saved && String(saved.changedAtMs) !== changedAt) return "superseded";
  const changedAtMs = Number(changedAt);
  const { accountLast4 } = saved ?? { accountLast4: "" };
  return {
    mail: bankChangedMail({ changedAtMs, accountLast4, waitUntilMs: changedAtMs + HOLD_MS }),
    text: dayText("bank-changed", changedAtMs),
  };
});
