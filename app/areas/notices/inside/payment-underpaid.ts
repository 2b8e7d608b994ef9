import { eq } from "drizzle-orm";
import { noticeText } from "~/content/notice-texts";
import { underpaidMail } from "~/content/underpaid-texts";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { isShort } from "~/areas/buying/settlement/record-underpaid";
import { byMailOrText, type Composer } from "./notice";
import { placeUrl } from "./notice-place";

/** Too little has arrived: [PAYMENT, 'open' or 'refunding']. What has become of it since is told by its own notice. */
export const paymentUnderpaidNotice: Composer = async (deps, [paymentId, state]) => {
  const [row] = await deps.db
    .select({ payment: payments, email: users.email, phone: users.phone })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, paymentId));
  if (!row) return "no-address";
  const { payment } = row;
  const { amountCents, receivedCents, purpose: bought, productName, expiresAtMs } = payment;
  const isOpen = payment.state === "open";
  if (receivedCents === null || !(state === "open" ? isOpen : isShort(payment))) return "superseded";
  const walletUrl = await placeUrl(deps, "payment-underpaid", [paymentId]);
  const facts = { amountCents, receivedCents, bought, productName, walletUrl, endsAtMs: isOpen ? expiresAtMs : null };
  return byMailOrText(
    row,
    () => underpaidMail(facts),
    () => noticeText(isOpen ? "payment-short" : "payment-short-ended", receivedCents),
  );
};
