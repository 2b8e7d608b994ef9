import type { Deps } from "~/core/deps";
import { SealError } from "~/core/sealer";

export type SealedAccount = { userId: string; accountNumberSealed: string; keyId: string };

/** The account number of a withdrawal; null if it can no longer be opened because its key is gone. */
export async function openPayoutAccount(
  { log, sealer }: Pick<Deps, "log" | "sealer">,
  { userId, accountNumberSealed, keyId }: SealedAccount,
): Promise<string | null> {
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  try {
    return await sealer.open({ sealed: accountNumberSealed, keyId }, place);
  } catch (error) {
    log("account-number-not-opened", { userId, code: error instanceof SealError ? error.code : "unknown" });
    return null;
  }
}
