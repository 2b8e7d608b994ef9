import { compact } from "~/domain/bank-hints";
import type { Sealer } from "~/core/sealer";

/** What tells one account from another: spaces, hyphens and capitals make no difference. */
export function accountMarks(
  { marks }: Pick<Sealer, "marks">,
  { ifscCode, accountNumber }: { ifscCode: string; accountNumber: string },
): Promise<[string, ...string[]]> {
  return marks(`${compact(ifscCode)}|${compact(accountNumber)}`);
}
