import { sql } from "drizzle-orm";
import { largePayoutMail } from "~/content/notice-mails-operators";
import type { Composer } from "./notice";

type Found = {
  email: string | null;
  role: string;
  amountCents: number;
  proposedBy: string | null;
  paidBy: string | null;
};

/** A payout that took two operators: each of them, and every other operator, sees that it was made: [OPERATOR, WITHDRAWAL]. */
export const largePayoutNotice: Composer = async ({ db, origin }, [operatorId, withdrawalId = ""]) => {
  const [found] = await db.all<Found>(sql`SELECT told.email, told.role, withdrawals.amount_cents AS amountCents,
      payout_proposals.operator_id AS proposedBy, withdrawals.paid_by AS paidBy
    FROM withdrawals JOIN users AS told ON told.id = ${operatorId}
      LEFT JOIN payout_proposals ON payout_proposals.withdrawal_id = withdrawals.id
    WHERE withdrawals.id = ${withdrawalId} AND withdrawals.state = 'paid'`);
  if (!found) return "superseded";
  if (!found.email || found.role !== "operator") return "no-address";
  const { email, role: _, ...facts } = found;
  return { to: email, mail: largePayoutMail({ ...facts, url: `${origin}/operator/withdrawals/${withdrawalId}` }) };
};
