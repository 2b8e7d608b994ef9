import { eq } from "drizzle-orm";
import { noticeMail } from "~/content/notice-mails";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { stakes } from "~/db/schema/stakes";
import { noticeText } from "~/content/notice-texts";
import { byMailOrText, type Composer } from "./notice";
import { placeUrl } from "./notice-place";

/** How a payment ended: [PAYMENT]. */
const outcomeNotice =
  (outcome: "settled" | "refunding"): Composer =>
  async (deps, [paymentId]) => {
    const [row] = await deps.db
      .select({ payment: payments, email: users.email, phone: users.phone, stakeNumber: stakes.number })
      .from(payments)
      .innerJoin(users, eq(users.id, payments.userId))
      .leftJoin(stakes, eq(stakes.paymentId, payments.id))
      .where(eq(payments.id, paymentId));
    if (!row) return "no-address";
    const { payment, stakeNumber } = row;
    const { purpose, productName, reason } = payment;
    const amountCents = outcome === "refunding" ? (payment.receivedCents ?? payment.amountCents) : payment.amountCents;
    const walletUrl = await placeUrl(deps, `payment-${outcome}`, [paymentId]);
    const facts = {
      purpose,
      productName,
      amountCents,
      reason,
      stakeNumber,
      walletUrl,
      byCrypto: payment.mode === "Crypto",
    };
    const mail = () => noticeMail(outcome, facts);
    // A purchase is seen in the wallet; that money comes back might be missed.
    if (outcome === "settled") return row.email ? { to: row.email, mail: mail() } : "no-address";
    return byMailOrText(row, mail, () => noticeText("payment-returning", amountCents));
  };

export const paymentSettledNotice = outcomeNotice("settled");
export const paymentRefundingNotice = outcomeNotice("refunding");
