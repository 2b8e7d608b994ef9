import { sql } from "drizzle-orm";
import { accountClosedMail, closingAskedMail } from "~/content/notice-mails-account";
import { closingText, dayText } from "~/content/notice-texts";
import { row, runWork } from "~/db/work";
import { stopAddress } from "~/areas/accounts/closing/stop-address";
import { readStoppableClosing } from "~/areas/accounts/closing/stop-closing";
import { toEachRecipient } from "./recipient";

/** The account is to be closed, with the link that stops it: [CLOSING, RECIPIENT]. */
export const closingAskedNotice = toEachRecipient("closing-asked", async (deps, [closingId]) => {
  const query = deps.db.all<{ stopToken: string }>(
    sql`SELECT stop_token AS stopToken FROM account_closings WHERE id = ${closingId}`,
  );
  const stopToken = (await runWork(deps.db, row(query)))?.stopToken ?? "";
  const closing = await readStoppableClosing(deps, stopToken);
  // Closed at once, or by now: that has a notice of its own.
  if (closing?.state !== "waiting") return "superseded";
  return {
    mail: closingAskedMail({ ...closing, stopUrl: stopAddress(deps.origin, stopToken) }),
    text: closingText(closing.closesFromMs, stopToken),
  };
});

/** The last message, to all who had been able to stop it: [USER, RECIPIENT]. */
export const accountClosedNotice = toEachRecipient("account-closed", async ({ db }, [userId]) => {
  const query = db.all<{ atMs: number }>(sql`SELECT closed_at_ms AS atMs FROM users WHERE id = ${userId}`);
  const closed = await runWork(db, row(query));
  return { mail: accountClosedMail(), text: dayText("account-closed", closed?.atMs ?? 0) };
});
