import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import { bankDetails } from "~/db/schema/people";
import { maskedNumber } from "~/domain/bank-hints";

/** What may be shown anywhere: only the last four digits of the account number. */
export function bankDetailsQuery(db: Database, userId: string) {
  return db
    .select({
      holderName: bankDetails.holderName,
      bankName: bankDetails.bankName,
      ifscCode: bankDetails.ifscCode,
      branchAddress: bankDetails.branchAddress,
      accountLast4: bankDetails.accountLast4,
      changedAtMs: bankDetails.changedAtMs,
    })
    .from(bankDetails)
    .where(eq(bankDetails.userId, userId));
}

/** Includes the sealed number, for the form that edits it and for a withdrawal to it. */
export const sealedBankDetailsQuery = preparedOnce(["userId"], (db, { userId }) =>
  db.select().from(bankDetails).where(eq(bankDetails.userId, userId)),
);

/** A form shows the number masked; sending the mask back unchanged means the saved number. The mask itself is never saved. */
export function meansSavedNumber(sent: string | undefined, saved: SealedBankDetails | undefined): boolean {
  if (sent === undefined) return true;
  return saved !== undefined && saved.accountLast4 !== "" && sent.trim() === maskedNumber(saved.accountLast4);
}

export type BankDetails = Awaited<ReturnType<typeof bankDetailsQuery>>[number];
export type SealedBankDetails = Awaited<ReturnType<typeof sealedBankDetailsQuery>>[number];
