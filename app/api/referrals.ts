import * as z from "zod";
import type { ReferralView } from "~/features/portfolio/rewards";
import { dollars, toWire, withData } from "./wire-fields";

const referralSchema = z.object({
  phone_number: z.string().meta({ description: "Masked; the masked email address of those who have no number" }),
  has_stake_purchase: z.boolean(),
  amount: dollars,
});

export const referralsAnswer = withData(z.array(referralSchema));

export function referralsWire(referrals: ReferralView[]): z.infer<typeof referralSchema>[] {
  return referrals.map(({ contact, status, amountCents }) => ({
    phone_number: contact,
    has_stake_purchase: status === "staked",
    amount: toWire(amountCents),
  }));
}
