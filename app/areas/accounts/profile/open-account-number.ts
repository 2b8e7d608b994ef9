import type { Deps } from "~/core/deps";
import type { SealedBankDetails } from "./bank-details";
import { SealError } from "~/core/sealer";

/** The saved account number; null if none is saved, or if it can no longer be opened because its key is gone. */
export async function openAccountNumber(
  { log, sealer }: Pick<Deps, "log" | "sealer">,
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

/**
 * @param needed whether the request relies on the saved number
 * @throws Error if it does and the number cannot be opened, so that it is never overwritten with nothing
 */
export async function openIfNeeded(
  deps: Pick<Deps, "log" | "sealer">,
  row: SealedBankDetails | undefined,
  needed: boolean,
): Promise<string | null> {
  const opened = await openAccountNumber(deps, row);
  if (needed && opened === null && row && row.accountNumberSealed !== "")
    throw new Error("the saved account number cannot be opened");
  return opened;
}
