import { accountClosedMail } from "~/content/notice-mails-account";
import type { Deps } from "~/features/deps";
import { renderMail } from "~/mail/render-mail";

/** The last mail, to the address that is known no more: so it is sent at once, and once only. */
export async function tellClosed(
  { mailer, log }: Pick<Deps, "mailer" | "log">,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  if (!email) return;
  await mailer
    .send({ key: `notice/account-closed:${userId}`, to: email, ...renderMail(accountClosedMail()) })
    .catch(() => log("closing-not-told", { userId }));
}
