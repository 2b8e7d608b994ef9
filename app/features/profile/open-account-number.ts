import type { Deps } from "~/features/deps";
import type { SealedBankDetails } from "./bank-details";
import { SealError, type Sealer } from "./sealer";

/** The saved account number; null where none is saved, or where it can no longer be opened (its key is gone). */
export async function openAccountNumber(
  { log, sealer }: { log: Deps["log"]; sealer: Sealer },
  row: SealedBankDetails | undefined,
): Promise<string | null> {
  if (!row || row.accountNumberSealed === "") return null;
  const place = { table: "bank_details", column: "account_number_sealed", userId: row.userId } as const;
  try {
    return await sealer.open({ sealed: row.accountNumberSealed, keyId: row.keyId }, place);
  } catch (error) {
    const code = error instanceof SealError ? error.code : "unknown";
    log("account-number-not-opened", { userId: row.userId, code });
    return null;
  }
}
