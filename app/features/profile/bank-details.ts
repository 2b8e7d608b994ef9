import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { bankDetails } from "~/db/schema/people";

/** What may be shown anywhere: the account number by its last four only. */
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

/** With the sealed number, for the one who edits it and for a withdrawal to it. */
export function sealedBankDetailsQuery(db: Database, userId: string) {
  return db.select().from(bankDetails).where(eq(bankDetails.userId, userId));
}

export type BankDetails = Awaited<ReturnType<typeof bankDetailsQuery>>[number];
export type SealedBankDetails = Awaited<ReturnType<typeof sealedBankDetailsQuery>>[number];
