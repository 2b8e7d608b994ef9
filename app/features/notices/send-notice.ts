import { eq } from "drizzle-orm";
import { noticeMail } from "~/content/notice-mails";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { stakes } from "~/db/schema/stakes";
import type { Deps } from "~/features/deps";

/** Tells the buyer by mail what became of a payment. @param subjectId 'PAYMENT:settled' or 'PAYMENT:refunding' @throws MailError */
export async function sendNotice(deps: Pick<Deps, "db" | "mailer" | "origin">, subjectId: string): Promise<string> {
  const [paymentId, outcome] = subjectId.split(":");
  if (!paymentId || (outcome !== "settled" && outcome !== "refunding")) return "unknown-notice";
  const [row] = await deps.db
    .select({ payment: payments, email: users.email, stakeNumber: stakes.number })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .leftJoin(stakes, eq(stakes.paymentId, payments.id))
    .where(eq(payments.id, paymentId));
  // Who signed up by phone sees it in the wallet.
  if (!row?.email) return "no-address";
  const { payment, stakeNumber } = row;
  const mail = noticeMail(outcome, {
    purpose: payment.purpose,
    productName: payment.productName,
    amountCents: outcome === "refunding" ? (payment.receivedCents ?? payment.amountCents) : payment.amountCents,
    reason: payment.reason,
    stakeNumber,
    walletUrl: `${deps.origin}/wallet`,
  });
  await deps.mailer.send({ key: `notice/${subjectId}`, to: row.email, ...mail });
  return "sent";
}
