import { eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { house } from "~/core/ledger/accounts";
import type { Database } from "~/db/client";
import { type Payment, payments } from "~/db/schema/payments";
import { row, runWork, type Statement, writeThenRead } from "~/db/work";

export async function writeState(
  db: Database,
  paymentId: string,
  statements: readonly Statement[],
): Promise<Payment["state"] | undefined> {
  const now = row(db.select({ state: payments.state }).from(payments).where(eq(payments.id, paymentId)));
  return (await runWork(db, writeThenRead(statements, now)))?.state;
}

export const freeOverdue = (db: Database, which: SQL, nowMs: number): Statement =>
  db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
    WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND ${which}`);

/** True while this batch has the payment as paid and not yet decided. */
export function justPaid(paymentId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId} AND state = 'paid')`;
}

export function isSettled(paymentId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM payments WHERE id = ${paymentId} AND state = 'settled')`;
}

export function hasEnded(caskId: string | null): SQL {
  return sql`EXISTS (SELECT 1 FROM casks AS whole WHERE whole.id = ${caskId} AND whole.ended_on IS NOT NULL)`;
}

export function stillHere(userId: SQLWrapper | string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM users AS payers WHERE payers.id = ${userId} AND payers.closed_at_ms IS NOT NULL)`;
}

/** Where the money of a settled payment goes, and why. What an investor sold and cannot give back is borne by the house. */
export function incomeOf({ purpose, offerId }: Pick<Payment, "purpose" | "offerId">) {
  switch (purpose) {
    case "stake":
      return { account: offerId === null ? house.stakeSales : house.ownStakes, reason: "stake-sale" } as const;
    case "joining-fee":
      return { account: house.joiningFees, reason: "joining-fee" } as const;
  }
}

/** 'reversal', then 'reversal-2'. */
export const nthName = (name: string, time: number) => (time > 1 ? `${name}-${time}` : name);
