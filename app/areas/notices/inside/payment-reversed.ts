import { eq } from "drizzle-orm";
import { type Reversal, reversalMail } from "~/content/notice-mails";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { UnknownWork } from "~/core/outbox/kinds";
import { noticeText } from "~/content/notice-texts";
import { byMailOrText, type Composer } from "./notice";
import { walletRowPath } from "./row-address";

const isReversal = (state: string | undefined): state is Reversal =>
  state === "refunded" || state === "disputed" || state === "settled";

/** A settled payment was returned or disputed, or its dispute ended: [PAYMENT, state, when]. */
export const paymentReversedNotice: Composer = async ({ db, origin }, [paymentId, state]) => {
  if (!isReversal(state)) throw new UnknownWork(`the reversal ${state ?? "without a state"}`);
  const [row] = await db
    .select({
      purpose: payments.purpose,
      productName: payments.productName,
      amountCents: payments.amountCents,
      email: users.email,
      phone: users.phone,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, paymentId));
  if (!row) return "no-address";
  const { email, phone, ...bought } = row;
  const mail = () => reversalMail(state, { ...bought, walletUrl: `${origin}${walletRowPath(paymentId)}` });
  if (state !== "refunded") return email ? { to: email, mail: mail() } : "no-address";
  return byMailOrText({ email, phone }, mail, () => noticeText("payment-refunded", bought.amountCents));
};
