import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { transfers } from "~/db/schema/ledger";
import type { Payment } from "~/areas/buying/started-payment";
import { house, type UsdAccount, walletOf } from "~/core/ledger/accounts";
import { keepDeadLetter } from "~/core/ledger/dead-letter";
import { transfer } from "~/core/ledger/transfer";
import { freezeListed, stakesToFreeze } from "../freeze-for-debt";
import { nthName } from "./nth-name";
import type { GiveAgain } from "./given-again";
import type { TakeBack } from "./taken-back";

// A top-up that is taken back comes out of its payer's wallet. A wallet is never overdrawn: what was spent of it is owed by the
// payer, which an operator is told, and what was bought with it is frozen. Nothing is taken from whoever received it.

/** What the payer owes of a top-up that was taken back the nth time: cents, 0 if the wallet still held all of it. */
export const owedOfTopUp = (paymentId: string, time: number): SQL<number> =>
  sql<number>`coalesce((SELECT owed.amount FROM transfers AS owed WHERE owed.id = ${`payment:${paymentId}:${nthName("owed", time)}`}), 0)`;

/** Of the operator's letter about the debt. */
export const letterOf = ({ id }: Payment, time: number) => `top-up:${id}:${nthName("owed", time)}`;

export function topUpTakenBack(db: Database, { payment, time, reversed, to, nowMs }: TakeBack) {
  const wallet = walletOf(payment.userId);
  const inWallet = sql`(SELECT credits_total - debits_total FROM accounts WHERE accounts.id = ${wallet})`;
  const taken = takenId(payment, time);
  const missing = sql<number>`${payment.amountCents} - coalesce((SELECT took.amount FROM transfers AS took WHERE took.id = ${taken}), 0)`;
  const owed = owedOfTopUp(payment.id, time);
  const body = sql<string>`json_object('paymentId', ${payment.id}, 'stakes', json(${stakesToFreeze(payment, owed)}))`;
  const row = { refersTo: `payment:${payment.id}`, credit: to, currency: "USD", reason: "reversal", nowMs } as const;
  return [
    transfer(
      db,
      {
        ...row,
        name: nthName("reversal", time),
        debit: wallet,
        amount: sql<number>`min(${payment.amountCents}, ${inWallet})`,
      },
      { where: sql`${reversed} AND ${inWallet} > 0 AND ${notYet(payment, time)}` },
    ),
    transfer(
      db,
      { ...row, name: nthName("owed", time), debit: house.owedByInvestors, amount: missing },
      { where: sql`${reversed} AND ${missing} > 0` },
    ),
    keepDeadLetter(db, { id: letterOf(payment, time), origin: "owed", body, error: "top-up-spent", nowMs }, "stays", {
      where: sql`${reversed} AND ${owed} > 0`,
    }),
    ...freezeListed(db, letterOf(payment, time), reversed, nowMs),
  ];
}

const takenId = ({ id }: Payment, time: number) => `payment:${id}:${nthName("reversal", time)}`;

/** A later event about the same reversal must not take what has come into the wallet since. */
const notYet = (payment: Payment, time: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM transfers AS before WHERE before.id = ${`payment:${payment.id}:${nthName("owed", time)}`})`;

/** Each part goes back to where it was taken from. */
export function topUpGivenAgain(db: Database, { payment, restored, nowMs }: GiveAgain) {
  const time = payment.reversals;
  const parts = [
    ["restored", takenId(payment, time)],
    ["owed-restored", `payment:${payment.id}:${nthName("owed", time)}`],
  ] as const;
  return [
    ...parts.map(([name, taken]) =>
      transfer(
        db,
        {
          refersTo: `payment:${payment.id}`,
          name: nthName(name, time),
          debit: house.provider(payment.provider),
          credit: sql<UsdAccount>`debit_account_id`,
          amount: transfers.amount,
          currency: "USD",
          reason: "restored",
          nowMs,
        },
        { from: transfers, where: sql`id = ${taken} AND ${restored}` },
      ),
    ),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs}
      WHERE id = ${letterOf(payment, time)} AND resolved_at_ms IS NULL AND ${restored}`),
  ];
}
