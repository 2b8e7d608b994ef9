import { eq } from "drizzle-orm";
import { bankChangedMail } from "~/content/notice-mails-account";
import { bankDetails, users } from "~/db/schema/people";
import { HOLD_MS } from "~/features/withdrawals/payable-from";
import type { Composer } from "./notice";

/** The payout account was changed: [USER, when]. After a further change only the latest notice is sent. */
export const bankChangedNotice: Composer = async ({ db }, [userId, changedAt]) => {
  const [row] = await db
    .select({ email: users.email, changedAtMs: bankDetails.changedAtMs, accountLast4: bankDetails.accountLast4 })
    .from(bankDetails)
    .innerJoin(users, eq(users.id, bankDetails.userId))
    .where(eq(bankDetails.userId, userId));
  if (!row?.email) return "no-address";
  const { email, changedAtMs, accountLast4 } = row;
  if (String(changedAtMs) !== changedAt) return "superseded";
  const waitUntilMs = changedAtMs + HOLD_MS;
  return { to: email, mail: bankChangedMail({ changedAtMs, accountLast4, waitUntilMs }) };
};
