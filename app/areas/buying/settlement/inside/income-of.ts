import type { Payment } from "~/areas/buying/started-payment";
import { house, walletOf } from "~/core/ledger/accounts";

/** Where the money of a settled payment goes, and why: a top-up is its payer's, anything else is income. */
export function incomeOf({ purpose, userId }: Pick<Payment, "purpose" | "userId">) {
  switch (purpose) {
    case "stake":
      return { account: house.stakeSales, reason: "stake-sale" } as const;
    case "joining-fee":
      return { account: house.joiningFees, reason: "joining-fee" } as const;
    case "top-up":
      return { account: walletOf(userId), reason: "top-up" } as const;
  }
}
