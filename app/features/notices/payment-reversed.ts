import { eq } from "drizzle-orm";
import { type Reversal, reversalMail } from "~/content/notice-mails";
import { payments } from "~/db/schema/payments";
import { users } from "~/db/schema/people";
import { UnknownWork } from "~/features/outbox/kinds";
import type { Composer } from "./notice";

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
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, paymentId));
  if (!row?.email) return "no-address";
  const { email, ...bought } = row;
  return { to: email, mail: reversalMail(state, { ...bought, walletUrl: `${origin}/wallet` }) };
};
