import type { Deps } from "~/core/deps";
import { type SQL, sql } from "drizzle-orm";
import { house, tokensOf, type UsdAccount, walletOf } from "~/core/ledger/accounts";
import { recordAudit } from "~/core/ledger/audit";
import { transfer } from "~/core/ledger/transfer";
import type { Database } from "~/db/client";
import { transfers } from "~/db/schema/ledger";
import { type Payment, payments } from "~/db/schema/payments";
import { TOKENS_FOR } from "~/domain/rewards";
import { incomeOf, nthName, writeState } from "./payment-state";
import { soldOnLetter, spentRewardLetter } from "./take-back";

// A dispute was decided for us: the money is ours again, and what it bought counts again. The stake is active, with a new certificate, and
// tokens and reward come back as new rows. If another fee has been paid meanwhile, this one is given back instead.

type RestoreResult = "restored" | "refund-due" | "nothing-to-reverse";

/** @param payment as it was read: in dispute */
export async function restorePayment(deps: Deps, payment: Payment): Promise<RestoreResult> {
  const state = await writeState(deps.db, payment.id, restoration(deps, payment));
  deps.log("payment-restored", { paymentId: payment.id, state: state ?? null });
  if (state === "settled") return "restored";
  return state === "refunding" ? "refund-due" : "nothing-to-reverse";
}

function restoration({ db, nowMs: clock, newId, newCode }: Deps, payment: Payment) {
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
      WHERE id = ${id} AND state = 'disputed' AND reversals = ${time}
        AND EXISTS (SELECT 1 FROM stakes WHERE payment_id = ${id} AND freed_at_ms IS NOT NULL)`),
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

type GiveAgain = { payment: Payment; restored: SQL; refunding: SQL; nowMs: number };

function givenAgain(db: Database, input: GiveAgain) {
  const { payment, restored, refunding, nowMs } = input;
  const time = payment.reversals;
  const money = {
    refersTo: `payment:${payment.id}`,
    name: nthName("restored", time),
    debit: house.provider(payment.provider),
    reason: "restored",
    nowMs,
  } as const;
  return [
    transfer(db, { ...money, credit: incomeOf(payment).account, amount: payment.amountCents }, { where: restored }),
    transfer(
      db,
      { ...money, credit: house.unsettled, amount: payments.receivedCents },
      { from: payments, where: sql`id = ${payment.id} AND ${refunding}` },
    ),
    transfer(
      db,
      {
        refersTo: `payment:${payment.id}`,
        name: nthName("tokens-restored", time),
        debit: house.tokenIssue,
        credit: tokensOf(payment.userId),
        amount: TOKENS_FOR[payment.purpose],
        currency: "TOKEN",
        reason: "restored",
        nowMs,
      },
      { where: restored },
    ),
    ...rewardGivenAgain(db, input, time),
    ...debtGivenAgain(db, input, time),
  ];
}

function debtGivenAgain(db: Database, { payment: { id, userId }, restored, nowMs }: GiveAgain, time: number) {
  const refersTo = `payment:${id}` as const;
  const entry = { refersTo, reason: "restored", nowMs } as const;
  const paid = sql<number>`(SELECT coalesce(sum(iif(credit_account_id = ${house.owedByInvestors}, amount, -amount)), 0) FROM transfers
    WHERE refers_to = ${refersTo} AND ${house.owedByInvestors} IN (debit_account_id, credit_account_id))`;
  return [
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs}
      WHERE id = ${soldOnLetter(id, time)} AND resolved_at_ms IS NULL AND ${restored}`),
    ...["owed", "owed-sale"].map((name) =>
      transfer(
        db,
        {
          ...entry,
          name: nthName(`${name}-restored`, time),
          debit: sql<UsdAccount>`credit_account_id`,
          credit: house.owedByInvestors,
          amount: transfers.amount,
        },
        { from: transfers, where: sql`id = ${`${refersTo}:${nthName(name, time)}`} AND ${restored}` },
      ),
    ),
    transfer(
      db,
      {
        ...entry,
        name: nthName("set-off-restored", time),
        debit: house.owedByInvestors,
        credit: walletOf(userId),
        amount: paid,
      },
      { where: sql`${restored} AND ${paid} > 0` },
    ),
  ];
}

/** The amount taken goes back to where it came from, and the reward returns to its former state: not to a referrer who gave it up by closing the account. */
function rewardGivenAgain(db: Database, { payment, restored, nowMs }: GiveAgain, time: number) {
  const referral = `referral:${payment.userId}` as const;
  const ofReferral = sql`referred_id = ${payment.userId} AND payment_id = ${payment.id} AND state = 'reversed' AND ${restored}`;
  const isOwed = sql`${ofReferral} AND NOT EXISTS (SELECT 1 FROM users WHERE id = referrer_id AND closed_at_ms IS NOT NULL)`;
  const takenId = `${referral}:${nthName("reversal", time)}`;
  return [
    transfer(
      db,
      {
        refersTo: referral,
        name: nthName("restored", time),
        debit: house.promotions,
        credit: sql<UsdAccount>`debit_account_id`,
        amount: transfers.amount,
        reason: "restored",
        nowMs,
      },
      { from: transfers, where: sql`id = ${takenId} AND EXISTS (SELECT 1 FROM referrals WHERE ${isOwed})` },
    ),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE id = ${spentRewardLetter(payment.userId, time)}
      AND resolved_at_ms IS NULL AND EXISTS (SELECT 1 FROM referrals WHERE ${ofReferral})`),
    // A reward without a row in the ledger was held for an operator, and is held again.
    db.run(sql`UPDATE referrals SET state = iif(EXISTS (SELECT 1 FROM transfers WHERE id = ${`${referral}:paid`}), 'paid',
      iif(EXISTS (SELECT 1 FROM transfers WHERE id = ${`${referral}:reward`}), 'pending', 'held')) WHERE ${isOwed}`),
  ];
}
