import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { payments } from "~/db/schema/payments";
import type { Payment } from "~/areas/buying/started-payment";
import { row, runWork, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import { isUndone } from "../undo-sale";
import { givenAgain } from "./given-again";

// A dispute was decided for us: the money is ours again, and what it bought counts again. The stake is active, with a new certificate, and
// tokens and reward come back as new rows. If another fee has been paid meanwhile, this one is given back instead.

type RestorePaymentDeps = Pick<Deps, "db" | "nowMs" | "newId" | "newCode" | "log">;

export type RestoreResult = "restored" | "refund-due" | "nothing-to-reverse";

/** @param payment as it was read: in dispute */
export async function restorePayment(deps: RestorePaymentDeps, payment: Payment): Promise<RestoreResult> {
  const state = row(deps.db.select({ state: payments.state }).from(payments).where(eq(payments.id, payment.id)));
  const after = await runWork(deps.db, writeThenRead(restoration(deps, payment), state));
  deps.log("payment-restored", { paymentId: payment.id, state: after?.state ?? null });
  if (after?.state === "settled") return "restored";
  return after?.state === "refunding" ? "refund-due" : "nothing-to-reverse";
}

function restoration({ db, nowMs: clock, newId, newCode }: RestorePaymentDeps, payment: Payment) {
  const nowMs = clock();
  const { id, userId, reversals: time } = payment;
  const restored = is(payment, "settled");
  const certificateId = newId("crt");
  return [
    // A second fee is never kept.
    db.run(sql`UPDATE payments SET state = 'refunding', reason = 'already-activated', updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time} AND purpose = 'joining-fee' AND EXISTS (
        SELECT 1 FROM payments AS others WHERE others.user_id = ${userId} AND others.purpose = 'joining-fee' AND others.state = 'settled')`),
    // A stake that went back to its seller stays there; its buyer gets the money.
    db.run(sql`UPDATE payments SET state = 'refunding', reason = 'given-back', updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time} AND ${isUndone(payment)}`),
    db.run(sql`UPDATE payments SET state = 'settled', reason = NULL, updated_at_ms = ${nowMs}
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time}`),
    db.run(
      sql`UPDATE stakes SET state = 'active', state_at_ms = ${nowMs} WHERE payment_id = ${id} AND state = 'frozen' AND ${restored}`,
    ),
    db.run(sql`INSERT INTO certificates (id, stake_id, code, r2_key, created_at_ms)
      SELECT ${certificateId}, stakes.id, ${newCode()}, ${`certificates/${certificateId}.pdf`}, ${nowMs}
      FROM stakes WHERE payment_id = ${id} AND (state = 'active' OR exit_id IS NOT NULL) AND ${restored}
        AND NOT EXISTS (SELECT 1 FROM certificates AS held WHERE held.stake_id = stakes.id AND held.withheld = 1) ON CONFLICT DO NOTHING`),
    ...givenAgain(db, { payment, restored, refunding: is(payment, "refunding"), nowMs }),
    activateAgain(db, payment, restored, nowMs),
    recordAudit(
      db,
      {
        id: `restore:${id}${time > 1 ? `:${time}` : ""}`,
        actor: "system",
        action: "payment-restored",
        subject: `payment:${id}`,
        nowMs,
      },
      { where: sql`${restored} OR ${is(payment, "refunding")}` },
    ),
  ];
}

const is = ({ id, reversals }: Payment, state: Payment["state"]): SQL =>
  sql`EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND state = ${state} AND reversals = ${reversals})`;

function activateAgain(db: Database, { userId, purpose }: Payment, restored: SQL, nowMs: number) {
  return db.run(sql`UPDATE users SET activated_at_ms = ${nowMs}
    WHERE id = ${userId} AND activated_at_ms IS NULL AND ${purpose === "joining-fee" ? 1 : 0} = 1 AND ${restored}`);
}
