import { type SQL, sql } from "drizzle-orm";
import { payments } from "~/db/schema/payments";
import { runWork, writes } from "~/db/work";
import type { Deps } from "../deps";
import { house, walletIn } from "./accounts";
import { transferEach } from "./transfer";

// A person's debt to us: what a payment brought them, and was paid out, before the payment was reversed. A debit of the
// house's account books it and refers to the payment; credits pay it off. A trigger refuses payouts to a debtor, so the
// wallet can wait for the timer.

const account = sql.raw(`'${house.owedByInvestors}'`);

const debtCents = sql<number>`(SELECT coalesce(sum(iif(debit_account_id = ${account}, amount, -amount)), 0) FROM transfers
  WHERE refers_to = 'payment:' || payments.id AND ${account} IN (debit_account_id, credit_account_id))`;

export const owes = (userId: SQL): SQL => sql`EXISTS (SELECT 1 FROM payments WHERE payments.user_id = ${userId}
  AND payments.state IN ('refunding', 'refunded', 'disputed') AND ${debtCents} > 0)`;

/** Every credit to a debtor's wallet pays the debt first, the oldest before the others. An open dispute may still be won. */
export async function setOffDebts({ db, nowMs: clock }: Deps): Promise<void> {
  const nowMs = clock();
  const wallet = walletIn(sql`payments.user_id`);
  const inWallet = sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${wallet})`;
  const oldest = sql`SELECT id, user_id, min(created_at_ms) FROM ${payments}
    WHERE id IN (SELECT substr(refers_to, 9) FROM transfers WHERE debit_account_id = ${account})
      AND (state IN ('refunding', 'refunded') OR state = 'disputed' AND reason = 'dispute-lost') AND ${debtCents} > 0
    GROUP BY user_id`;
  const setOff = transferEach(
    db,
    {
      refersTo: sql<string>`'payment:' || payments.id`,
      name: `set-off:${nowMs}`,
      debit: wallet,
      credit: house.owedByInvestors,
      amount: sql<number>`min(${inWallet}, ${debtCents})`,
      reason: sql<"debt-set-off">`'debt-set-off'`,
      nowMs,
    },
    sql`FROM (${oldest}) AS payments WHERE ${inWallet} > 0`,
  );
  await runWork(db, writes(setOff));
}
