import type { Payment } from "~/db/schema/payments";
import { house } from "~/core/ledger/accounts";

/** Where the money of a settled payment goes, and why. Of an offer it is the house that bears what its sale cannot give back. */
export function incomeOf({ purpose, offerId }: Pick<Payment, "purpose" | "offerId">) {
  if (offerId !== null) return { account: house.ownStakes, reason: "resale-proceeds" } as const;
  switch (purpose) {
    case "stake":
      return { account: house.stakeSales, reason: "stake-sale" } as const;
    case "joining-fee":
      return { account: house.joiningFees, reason: "joining-fee" } as const;
  }
}
